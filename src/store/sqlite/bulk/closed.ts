export type Closed = ReturnType<typeof createClosed>

/** The businesses under a bulk operation. Operations on a business run one after the other, and its commands wait for some. */
export function createClosed() {
  /** The end of the last operation, by key, and of the one under way that commands wait for. */
  const ends = new Map<string, Promise<unknown>>()
  const openings = new Map<string, Promise<unknown>>()
  /** Keys whose rows are half deleted; no call may see them. */
  const half = new Set<string>()
  const opens = (key: string) => (openings.size === 0 ? null : (openings.get(key) ?? null))

  /** Runs an operation that no command waits for. */
  function beside<R>(key: string, work: () => Promise<R>): Promise<R> {
    const before = ends.get(key)
    return noting(ends, key, before === undefined ? work() : before.then(work))
  }

  /** Runs work of an operation that commands wait for. */
  const holding = <R>(key: string, work: () => Promise<R>): Promise<R> => noting(openings, key, work())

  return {
    /** Resolves once the work on a business that its commands wait for has ended; null if there is none. */
    opens,
    /** Resolves once the rows of a business are whole; null if they are. */
    untilWhole: (key: string) => (half.size > 0 && half.has(key) ? opens(key) : null),
    hideRows: (key: string) => half.add(key),
    showRows: (key: string) => half.delete(key),
    during: <R>(key: string, work: () => Promise<R>): Promise<R> => beside(key, () => holding(key, work)),
    beside,
    holding,
  }
}

/** Keeps the end of work in a map while it is the last of its key. */
async function noting<R>(map: Map<string, Promise<unknown>>, key: string, work: Promise<R>): Promise<R> {
  const end = work.catch(() => undefined)
  map.set(key, end)
  await end
  if (map.get(key) === end) map.delete(key)
  return work
}
