import { probablyMeant } from '../../domain/did-you-mean.ts'

/** More names than these are no help. */
const most = 5
/** Fewer letters stand in half of all names. */
const fewest = 3

/** A question that names the scenario which was probably meant, or those whose names have the text in them; null for none. */
export function meantScenario(name: string, names: readonly string[]): string | null {
  const near = probablyMeant(name, names)
  const around = name.length < fewest ? [] : names.filter((known) => known.includes(name)).slice(0, most)
  const [first, ...more] = near === null ? around : [near]
  if (first === undefined) return null
  return more.length === 0 ? `did you mean ${first}?` : `did you mean one of ${[first, ...more].join(', ')}?`
}
