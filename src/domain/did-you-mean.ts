import { distance } from 'fastest-levenshtein'

/** Longer names are cut: the time of a comparison grows with the square of the length. */
const longestName = 64

/** Counts the typing mistakes in a name. The case of letters does not count; two swapped letters are one mistake. */
function mistakes(name: string, known: string): number {
  const [one, other] = [name.slice(0, longestName).toLowerCase(), known.slice(0, longestName).toLowerCase()]
  return isSwapped(one, other) ? 1 : distance(one, other)
}

function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const swapped = `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}`
  return at !== -1 && at + 1 < one.length && swapped === other
}

export function differences(one: string, other: string): number {
  return distance(one.slice(0, longestName), other.slice(0, longestName))
}

/** Returns the known name nearest to `name`, or null if none is near. */
export function probablyMeant(name: string, names: readonly string[]): string | null {
  const distances = names.map((known) => ({ known, far: mistakes(name, known) }))
  const [nearest] = distances.sort((one, other) => one.far - other.far)
  if (nearest === undefined) return null
  const { known, far } = nearest
  const allowed = Math.max(known.length < 4 ? 1 : 2, Math.floor(known.length / 3))
  return far <= allowed ? known : null
}

/** A question that names what was probably meant; null for nothing. */
export function meantOneOf([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null
  return more.length === 0 ? `did you mean ${first}?` : `did you mean one of ${[first, ...more].join(', ')}?`
}

/** Ends a sentence about an unknown name: with the name probably meant, or else with all names. */
export function meantInstead(name: string, names: readonly string[]): string {
  const [first] = names
  if (first === undefined) return 'leave it out'
  const meant = probablyMeant(name, names)
  if (meant !== null) return `did you mean ${meant}?`
  return names.length === 1 ? `write ${first}` : `write one of ${names.join(', ')}`
}
