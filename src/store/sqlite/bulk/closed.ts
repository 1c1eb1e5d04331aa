export type Closed = ReturnType<typeof createClosed>

/** The businesses under a bulk operation. Operations on a business run one after the other, and its commands wait. */
export function createClosed() {
  const ends = new Map<string, Promise<unknown>>()
  /** Keys whose rows are half deleted; no call may see them. */
  const half = new Set<string>()
  const opens = (key: string) => (ends.size === 0 ? null : (ends.get(key) ?? null))
  return {
    /** Resolves once the operation on a business has ended; null if there is none. */
    opens,
    /** Resolves once the rows of a business are whole; null if they are. */
    untilWhole: (key: string) => (half.size > 0 && half.has(key) ? opens(key) : null),
    hideRows: (key: string) => half.add(key),
    showRows: (key: string) => half.delete(key),
    async during<R>(key: string, work: () => Promise<R>): Promise<R> {
      const before = ends.get(key)
      const result = (async () => {
        await before
        return work()
      })()
      const end = result.catch(() => undefined)
      ends.set(key, end)
      await end
      if (ends.get(key) === end) ends.delete(key)
      return result
    },
  }
}
