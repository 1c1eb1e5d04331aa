import { closest, distance } from 'fastest-levenshtein'

/** Longer names are cut before they are compared: the work grows with the square of their length. */
const longestName = 64

/** The known name nearest to `name`, however far; null when none is known. */
function nearest(name: string, names: readonly string[]): string | null {
  return names.length === 0 ? null : closest(name.slice(0, longestName), names)
}

/** How many characters must change to make one text of the other. */
export function differences(one: string, other: string): number {
  return distance(one.slice(0, longestName), other.slice(0, longestName))
}

/** The known name that was probably meant: the nearest one, unless it is far from what was written. */
export function probablyMeant(name: string, names: readonly string[]): string | null {
  const near = nearest(name, names)
  if (near === null) return null
  const allowed = Math.max(near.length < 4 ? 1 : 2, Math.floor(near.length / 3))
  return differences(name, near) <= allowed ? near : null
}

/** The end of a sentence about an unknown name: the one that was probably meant, or else all there are. */
export function meantInstead(name: string, names: readonly string[]): string {
  const [first] = names
  if (first === undefined) return 'leave it out'
  const meant = probablyMeant(name, names)
  if (meant !== null) return `did you mean ${meant}?`
  return names.length === 1 ? `write ${first}` : `write one of ${names.join(', ')}`
}
