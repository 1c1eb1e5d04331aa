import type { Lane, Moment } from './moment.ts'

/** Where things stand in the picture, in pixels. */
export const laneY: Readonly<Record<Lane, number>> = { customer: 44, transaction: 128, server: 212 }
const between = 104
const right = 72

/** A moment and where it stands. */
export interface Placed {
  readonly moment: Moment
  readonly x: number
  readonly y: number
}

/** One place on the axis of time: all that happens at one moment, each in its lane. */
interface Column {
  readonly x: number
  readonly at: number | null
}

/** Everything that the picture draws. */
export interface Picture {
  readonly placed: readonly Placed[]
  readonly columns: readonly Column[]
  readonly width: number
}

/** The room that a picture has: `left` is for the names of the lanes. */
export interface Room {
  readonly left: number
  readonly width: number
}

/**
 * Places moments from left to right: long waits are wider than short ones, and never so wide that the rest is lost.
 * Few moments take all the room that there is; for many the picture is wider.
 */
export function placeMoments(moments: readonly Moment[], { left, width }: Room): Picture {
  const columns = columnsOf(moments)
  const end = columns.at(-1)?.x ?? 0
  const stretch = end === 0 ? 1 : Math.min(2.5, Math.max(1, (width - left - right) / end))
  const placed = columns.flatMap(({ moments: own, x }) =>
    own.map((moment) => ({ moment, x: left + x * stretch, y: laneY[moment.lane] })),
  )
  return {
    placed,
    columns: columns.map(({ at, x }) => ({ at, x: left + x * stretch })),
    width: Math.max(width, left + end * stretch + right),
  }
}

/** Columns from zero on, each with its moments: those of one time stand above each other, if they are of different lanes. */
function columnsOf(moments: readonly Moment[]) {
  const columns: (Column & { readonly moments: Moment[] })[] = []
  for (const moment of moments) {
    const last = columns.at(-1)
    const isBeside = last?.at === moment.at && last.moments.every(({ lane }) => lane !== moment.lane)
    if (isBeside) last.moments.push(moment)
    else
      columns.push({ at: moment.at, x: last ? last.x + between + waiting(last.at, moment.at) : 0, moments: [moment] })
  }
  return columns
}

function waiting(from: number | null, to: number | null): number {
  if (from === null || to === null) return 0
  return Math.min(80, 12 * Math.log2(1 + Math.max(0, to - from) / 1000))
}

/** Where now is, between two columns; null where nothing is timed ahead. */
export function placeOfNow({ columns }: Picture, now: number): number | null {
  const next = columns.findIndex(({ at }) => at !== null && at > now)
  const [before, after] = [columns[next - 1], columns[next]]
  if (before?.at === undefined || before.at === null || after?.at === undefined || after.at === null) return null
  const share = (now - before.at) / (after.at - before.at)
  return before.x + (after.x - before.x) * Math.min(1, Math.max(0, share))
}
