import type { Lane, Sign } from './sign.ts'

const lanes = ['customer', 'transaction', 'server'] as const
/** The middle of the first lane, and the distance to the next, in pixels. */
const [firstY, laneHeight] = [44, 84]
/** The room for the times below the last lane, in pixels. */
const below = 78
const between = 104
const right = 72

/** A sign with its place in pixels. */
export interface Placed {
  readonly sign: Sign
  readonly x: number
  readonly y: number
}

/** A place on the time axis: the signs of one time, each in its own lane. */
interface Column {
  readonly x: number
  readonly at: number | null
}

export interface Picture {
  /** The lanes that have signs, from the top. */
  readonly lanes: readonly { readonly lane: Lane; readonly y: number }[]
  readonly placed: readonly Placed[]
  readonly columns: readonly Column[]
  readonly width: number
  readonly height: number
}

/** The room for a picture in pixels; `left` is for the names of the lanes. */
export interface Room {
  readonly left: number
  readonly width: number
}

/**
 * Places signs from left to right: a longer wait takes more room, up to a limit. Few signs fill the room; for many signs the
 * picture is wider than the room.
 */
export function placeSigns(signs: readonly Sign[], { left, width }: Room): Picture {
  const columns = columnsOf(signs)
  const end = columns.at(-1)?.x ?? 0
  const stretch = end === 0 ? 1 : Math.min(2.5, Math.max(1, (width - left - right) / end))
  const used = lanes.filter((lane) => signs.some((sign) => sign.lane === lane))
  const yOf = (lane: Lane) => firstY + laneHeight * used.indexOf(lane)
  const placed = columns.flatMap(({ signs: own, x }) =>
    own.map((sign) => ({ sign, x: left + x * stretch, y: yOf(sign.lane) })),
  )
  return {
    lanes: used.map((lane) => ({ lane, y: yOf(lane) })),
    placed,
    columns: columns.map(({ at, x }) => ({ at, x: left + x * stretch })),
    width: Math.max(width, left + end * stretch + right),
    height: firstY + laneHeight * (used.length - 1) + below,
  }
}

/** Columns from x = 0. Signs of one time share a column if they are in different lanes. */
function columnsOf(signs: readonly Sign[]) {
  const columns: (Column & { readonly signs: Sign[] })[] = []
  for (const sign of signs) {
    const last = columns.at(-1)
    const isBeside = last?.at === sign.at && last.signs.every(({ lane }) => lane !== sign.lane)
    if (isBeside) last.signs.push(sign)
    else columns.push({ at: sign.at, x: last ? last.x + between + waiting(last.at, sign.at) : 0, signs: [sign] })
  }
  return columns
}

function waiting(from: number | null, to: number | null): number {
  if (from === null || to === null) return 0
  return Math.min(80, 12 * Math.log2(1 + Math.max(0, to - from) / 1000))
}

/** Returns where `now` is between two columns, or null if no column has a later time. */
export function placeOfNow({ columns }: Picture, now: number): number | null {
  const next = columns.findIndex(({ at }) => at !== null && at > now)
  const [before, after] = [columns[next - 1], columns[next]]
  if (before?.at === undefined || before.at === null || after?.at === undefined || after.at === null) return null
  const share = (now - before.at) / (after.at - before.at)
  return before.x + (after.x - before.x) * Math.min(1, Math.max(0, share))
}
