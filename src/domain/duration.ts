/** Milliseconds of each unit, the largest first. */
const units: readonly (readonly [unit: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]

/** The longest duration anybody can write, ten years: no sum of a few leaves the times that a Date can show. */
export const longestMs = 3650 * 86_400_000

/** The form of a duration as a regular expression: whole numbers with units, larger units first, each at most once. */
export const durationForm = `(?=\\d)${units.map(([unit]) => `(?:\\d{1,15}${unit})?`).join('')}`

const counts = new RegExp(`^${durationForm.replaceAll('(?:\\d{1,15}', '(?:(\\d{1,15})')}$`)

/** Milliseconds of a duration such as `500ms`, `90s`, `1m30s` or `7d`; throws a RangeError that says what to write. */
export function parseDuration(text: string): number {
  const read = readDuration(text)
  if (typeof read === 'string') throw new RangeError(read)
  return read
}

/** What is wrong with a duration and what to write instead; null when nothing is. */
export function durationProblem(text: string): string | null {
  const read = readDuration(text)
  return typeof read === 'string' ? read : null
}

/** A number of milliseconds as the duration that people write, `1m30s`: the inverse of `parseDuration`. */
export function formatDuration(ms: number): string {
  let rest = Math.round(ms)
  let text = ''
  for (const [unit, unitMs] of units) {
    const count = Math.floor(rest / unitMs)
    if (count > 0) text += `${count}${unit}`
    rest -= count * unitMs
  }
  return text === '' ? '0s' : text
}

/** The milliseconds of a duration, or what is wrong with it. */
function readDuration(text: string): number | string {
  const found = counts.exec(text)
  const ms = units.reduce((sum, [, unitMs], index) => sum + Number(found?.[index + 1] ?? 0) * unitMs, 0)
  if (found !== null && ms <= longestMs) return ms
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
  if (found === null) return `${shown} is not a duration; write for example 5s, 2m or 1m30s`
  return `${shown} is longer than ten years; write at most ${formatDuration(longestMs)}`
}
