export type Closed = ReturnType<typeof createClosed>

/** The businesses that an operation goes on for. The operations of a business follow each other, and its commands wait. */
export function createClosed() {
  const ends = new Map<string, Promise<unknown>>()
  return {
    /** Resolves once the operation that goes on for a business has ended; null if there is none. */
    opens: (key: string): Promise<unknown> | null => (ends.size === 0 ? null : (ends.get(key) ?? null)),
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
