export type Closed = ReturnType<typeof createClosed>

/** The businesses that something is done to as a whole: one thing after the other, and their commands wait for it. */
export function createClosed() {
  /** The end of the last thing, by key. */
  const ends = new Map<string, Promise<unknown>>()
  return {
    /** Resolves once what is done to a business has ended; null if nothing is. */
    opens: (key: string) => ends.get(key) ?? null,
    async during<R>(key: string, work: () => Promise<R>): Promise<R> {
      const before = ends.get(key)
      const result = before === undefined ? work() : before.then(work)
      const end = result.catch(() => undefined)
      ends.set(key, end)
      await end
      if (ends.get(key) === end) ends.delete(key)
      return result
    },
  }
}
