const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far a line may reach, in milliseconds: a few sizes, so that it seldom changes while time goes on. */
const reaches = [hour, day, 7 * day, 30 * day, 365 * day]
/** Up to here the line is nearly even; beyond, each part is as much longer as it is farther away. */
const evenMs = 10_000

/** The distances from now that have a mark on the line. */
const marks = [
  { ms: 10_000, text: '10 s' },
  { ms: minute, text: '1 min' },
  { ms: 5 * minute, text: '5 min' },
  { ms: 30 * minute, text: '30 min' },
  { ms: hour, text: '1 h' },
  { ms: 6 * hour, text: '6 h' },
  { ms: day, text: '1 d' },
  { ms: 7 * day, text: '7 d' },
  { ms: 30 * day, text: '30 d' },
  { ms: 365 * day, text: '1 y' },
]

/** The reach of a line that shows something so far ahead. */
export function reachFor(farthestMs: number): number {
  return reaches.find((reach) => farthestMs <= reach) ?? farthestMs
}

/** Where a distance from now stands on a line: from 0, now, to 1, its end. */
export function placeOf(ms: number, reach: number): number {
  return Math.min(1, Math.log1p(Math.max(0, ms) / evenMs) / Math.log1p(reach / evenMs))
}

/** The distance from now at a place of a line, in whole seconds: people do not mean the milliseconds of a slider. */
export function distanceAt(place: number, reach: number): number {
  return Math.round((Math.expm1(place * Math.log1p(reach / evenMs)) * evenMs) / 1000) * 1000
}

/** The marks of a line with their places, from its end to now; those nearer to another than `gap` are left out. */
export function marksOf(reach: number, gap: number): readonly { readonly text: string; readonly place: number }[] {
  const kept: { text: string; place: number }[] = []
  for (const { ms, text } of marks.toReversed()) {
    const place = placeOf(ms, reach)
    const isFree = place >= gap && (kept.at(-1)?.place ?? 2) - place >= gap
    if (ms <= reach && isFree) kept.push({ text, place })
  }
  return kept
}
