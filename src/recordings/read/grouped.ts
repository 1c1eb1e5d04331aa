/** Returns what has the same key together, in the order in which it comes. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => unknown): ReadonlyMap<unknown, readonly T[]> {
  const found = new Map<unknown, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = found.get(key)
    if (group === undefined) found.set(key, [one])
    else group.push(one)
  }
  return found
}
