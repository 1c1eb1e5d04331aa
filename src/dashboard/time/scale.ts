const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The possible lengths of a line in milliseconds: few, so that it seldom changes while time passes. */
const reaches = [hour, day, 7 * day, 30 * day, 365 * day]
/** The scale is nearly linear up to here, and logarithmic beyond. */
const evenMs = 10_000

/** Distances from now in milliseconds. */
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

/** The length of a line in milliseconds that shows its farthest job. */
export function reachFor(farthestMs: number): number {
  return reaches.find((reach) => farthestMs <= reach) ?? farthestMs
}

/** Where a distance from now is on a line: from 0, now, to 1, its end. */
export function placeOf(ms: number, reach: number): number {
  return Math.min(1, Math.log1p(Math.max(0, ms) / evenMs) / Math.log1p(reach / evenMs))
}

/** The distance from now at a place on a line, in milliseconds rounded to whole seconds. */
export function distanceAt(place: number, reach: number): number {
  return Math.round((Math.expm1(place * Math.log1p(reach / evenMs)) * evenMs) / 1000) * 1000
}

/** The marks of a line from its end to now, without marks nearer to another than `gap`. */
export function marksOf(reach: number, gap: number): readonly { readonly text: string; readonly place: number }[] {
  const kept: { text: string; place: number }[] = []
  for (const { ms, text } of marks.toReversed()) {
    const place = placeOf(ms, reach)
    const isFree = place >= gap && (kept.at(-1)?.place ?? 2) - place >= gap
    if (ms <= reach && isFree) kept.push({ text, place })
  }
  return kept
}
