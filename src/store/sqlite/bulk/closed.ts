export type Closed = ReturnType<typeof createClosed>

/** The businesses under a bulk operation. Operations on a business run one after the other, and its commands wait. */
export function createClosed() {
  /** The end of the last operation, by key, and of the last one that commands wait for. */
  const ends = new Map<string, Promise<unknown>>()
  const openings = new Map<string, Promise<unknown>>()
  /** Keys whose rows are half deleted; no call may see them. */
  const half = new Set<string>()
  const opens = (key: string) => (openings.size === 0 ? null : (openings.get(key) ?? null))

  async function after<R>(key: string, work: () => Promise<R>, waiting: readonly Map<string, Promise<unknown>>[]) {
    const before = ends.get(key)
    const result = (async () => {
      await before
      return work()
    })()
    const end = result.catch(() => undefined)
    for (const map of waiting) map.set(key, end)
    await end
    for (const map of waiting) if (map.get(key) === end) map.delete(key)
    return result
  }

  return {
    /** Resolves once the operation on a business has ended; null if there is none that its commands wait for. */
    opens,
    /** Resolves once the rows of a business are whole; null if they are. */
    untilWhole: (key: string) => (half.size > 0 && half.has(key) ? opens(key) : null),
    hideRows: (key: string) => half.add(key),
    showRows: (key: string) => half.delete(key),
    during: <R>(key: string, work: () => Promise<R>): Promise<R> => after(key, work, [ends, openings]),
    /** Runs an operation that no command waits for. */
    beside: <R>(key: string, work: () => Promise<R>): Promise<R> => after(key, work, [ends]),
  }
}
