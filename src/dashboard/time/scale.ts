/** Distances from now in milliseconds: the marks of a line. Those up to a day are also the buttons that advance time. */
const marks = [
  { ms: 10_000, text: '10 s' },
  { ms: 60_000, text: '1 min' },
  { ms: 300_000, text: '5 min' },
  { ms: 1_800_000, text: '30 min' },
  { ms: 3_600_000, text: '1 h' },
  { ms: 86_400_000, text: '1 d' },
  { ms: 7 * 86_400_000, text: '7 d' },
  { ms: 30 * 86_400_000, text: '30 d' },
  { ms: 365 * 86_400_000, text: '1 y' },
]
export const presets = marks.slice(0, 6)
/** The possible lengths of a line: few, so that it seldom changes while time passes. */
const reaches = marks.slice(4)
/** The scale is nearly linear up to here, and logarithmic beyond. */
const evenMs = 10_000

/** The length of a line in milliseconds that shows its farthest job. */
export function reachFor(farthestMs: number): number {
  return reaches.find(({ ms }) => farthestMs <= ms)?.ms ?? farthestMs
}

/** Where a distance from now is on a line: from 0, now, to 1, its end. */
export function placeOf(ms: number, reach: number): number {
  return Math.min(1, Math.log1p(Math.max(0, ms) / evenMs) / Math.log1p(reach / evenMs))
}

/** The distance from now at a place on a line, in milliseconds rounded to whole seconds. */
export function distanceAt(place: number, reach: number): number {
  return Math.round((Math.expm1(place * Math.log1p(reach / evenMs)) * evenMs) / 1000) * 1000
}

/** The marks of a line: now, and then from its end to now each mark that is at least `gap` away from the others. */
export function marksOf(reach: number, gap: number): readonly { readonly text: string; readonly place: number }[] {
  const kept = [{ text: 'now', place: 0 }]
  for (const { ms, text } of marks.toReversed()) {
    const place = placeOf(ms, reach)
    if (ms <= reach && kept.every((other) => Math.abs(other.place - place) >= gap)) kept.push({ text, place })
  }
  return kept
}
