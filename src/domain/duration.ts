const units: readonly (readonly [unit: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]

/** The longest duration, ten years: a Date can show the sum of several. */
export const longestDurationMs = 3650 * 86_400_000

/** A regular expression for durations: whole numbers with units, larger units first, each at most once. */
export const durationForm = `(?=\\d)${units.map(([unit]) => `(?:\\d{1,15}${unit})?`).join('')}`

const counts = new RegExp(`^${durationForm.replaceAll('(?:\\d{1,15}', '(?:(\\d{1,15})')}$`)

/** Returns the milliseconds of `500ms`, `90s`, `1m30s` or `7d`. Throws a RangeError that says what to write. */
export function parseDuration(text: string): number {
  const read = readDuration(text)
  if (typeof read === 'string') throw new RangeError(read)
  return read
}

/** Returns what is wrong with a duration and what to write instead, or null. */
export function durationProblem(text: string): string | null {
  const read = readDuration(text)
  return typeof read === 'string' ? read : null
}

/** Formats milliseconds as `1m30s`, the inverse of `parseDuration`. */
export function formatDuration(ms: number): string {
  return formatUnits(ms, units.length)
}

/** The same in the largest units only, at most so many. */
export function formatUnits(ms: number, most: number): string {
  let rest = Math.round(ms)
  const parts: string[] = []
  for (const [unit, unitMs] of units) {
    const count = Math.floor(rest / unitMs)
    if (count > 0) parts.push(`${count}${unit}`)
    rest -= count * unitMs
  }
  return parts.slice(0, most).join('') || '0s'
}

function readDuration(text: string): number | string {
  const found = counts.exec(text)
  let ms = 0
  for (const [index, [, unitMs]] of units.entries()) ms += Number(found?.[index + 1] ?? 0) * unitMs
  if (found !== null && ms <= longestDurationMs) return ms
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
  if (found === null) return `${shown} is not a duration; write for example 5s, 2m or 1m30s`
  return `${shown} is longer than ten years; write at most ${formatDuration(longestDurationMs)}`
}
