import type { Lane, Sign } from './sign.ts'

const allLanes = ['customer', 'transaction', 'server'] as const
/** From lane to lane, and from sign to sign in a stack, in pixels. */
const [laneGap, stackGap] = [74, 66]
/** The middle of the first lane, and the room for words and times below the last one, in pixels. */
const [top, below] = [32, 86]
/** From column to column, and how far that shrinks so that a picture fits its room: `Attempt 2` is still whole. */
const [between, closest] = [104, 65]
const right = 72
/** Signs of one moment in a lane; the last one stands for the rest. */
const highestStack = 3

export interface Placed {
  readonly sign: Sign
  readonly x: number
  readonly y: number
}

/** A place on the time axis: the signs of one time, stacked in their lanes. */
interface Column {
  readonly x: number
  readonly at: number | null
}

export interface Picture {
  /** The lanes that have signs, each with the middle of its first sign in pixels from the top. */
  readonly lanes: readonly { readonly lane: Lane; readonly y: number }[]
  readonly placed: readonly Placed[]
  readonly columns: readonly Column[]
  readonly width: number
  readonly height: number
  /** The least distance between two columns in pixels: the room of a sign's words. */
  readonly gap: number
}

/** The room for a picture in pixels; `left` is for the names of the lanes. */
export interface Room {
  readonly left: number
  readonly width: number
}

/**
 * Places signs from left to right: a longer wait takes more room, up to a limit. Few signs fill the room, and many move
 * together; only for very many signs the picture is wider than the room.
 */
export function placeSigns(signs: readonly Sign[], { left, width }: Room): Picture {
  const columns = columnsOf(signs)
  const end = columns.at(-1)?.x ?? 0
  const stretch = end === 0 ? 1 : Math.min(2.5, Math.max(closest / between, (width - left - right) / end))
  const { lanes, height } = lanesFor(columns)
  const placed = columns.flatMap(({ stacks, x }) =>
    lanes.flatMap(({ lane, y }) =>
      (stacks.get(lane) ?? []).map((sign, place, stack) => {
        return { sign, x: left + x * stretch, y: y + (place + belowLine(stack)) * stackGap }
      }),
    ),
  )
  return {
    lanes,
    placed,
    columns: columns.map(({ at, x }) => ({ at, x: left + x * stretch })),
    width: Math.max(width, left + end * stretch + right),
    height,
    gap: between * stretch,
  }
}

type FilledColumn = Column & { readonly stacks: Map<Lane, Sign[]> }

/** Columns from x = 0: one for each time. What follows at once shares one too, if it is in another lane. */
function columnsOf(signs: readonly Sign[]): readonly FilledColumn[] {
  const columns: FilledColumn[] = []
  for (const sign of signs) {
    const { at, lane } = sign
    let column = columns.at(-1)
    if (column === undefined || !hasPlace(column, sign)) {
      column = { at, x: column ? column.x + between + waiting(column.at, at) : 0, stacks: new Map() }
      columns.push(column)
    }
    column.stacks.set(lane, stacked([...(column.stacks.get(lane) ?? []), sign]))
  }
  return columns
}

/** In a lane, one sign after another is read more easily than a stack: only signs of the very same time are stacked. */
function hasPlace(column: FilledColumn, { at, lane, isAlternative }: Sign): boolean {
  if (!isSameMoment(column.at, at)) return false
  return !column.stacks.has(lane) || isAlternative === true || (at !== null && at === column.at)
}

/** On a running clock what follows at once comes some milliseconds later. */
const momentMs = 250

function isSameMoment(one: number | null, other: number | null): boolean {
  return one === other || (one !== null && other !== null && Math.abs(other - one) < momentMs)
}

function stacked(signs: readonly Sign[]): Sign[] {
  const last = signs.at(-1)
  if (signs.length <= highestStack || last === undefined) return [...signs]
  const more = (signs.at(-2)?.more ?? 1) + 1
  const rest = { ...last, title: `${more} more`, detail: '', more }
  return [...signs.slice(0, highestStack - 1), rest]
}

/** Alternatives are below the line of their lane, which goes on without them. */
function belowLine([first]: readonly Sign[]): number {
  return first?.isAlternative ? 1 : 0
}

function heightOf(stack: readonly Sign[]): number {
  return stack.length + belowLine(stack)
}

/** Only lanes that have signs; each is as high as its highest stack. */
function lanesFor(columns: readonly FilledColumn[]): Pick<Picture, 'lanes' | 'height'> {
  let height = top
  const lanes = allLanes.flatMap((lane) => {
    const highest = Math.max(0, ...columns.map(({ stacks }) => heightOf(stacks.get(lane) ?? [])))
    if (highest === 0) return []
    const y = height
    height += laneGap + stackGap * (highest - 1)
    return [{ lane, y }]
  })
  return { lanes, height: height - laneGap + below }
}

function waiting(from: number | null, to: number | null): number {
  if (from === null || to === null) return 0
  return Math.min(80, 12 * Math.log2(1 + Math.max(0, to - from) / 1000))
}

/**
 * Returns where `now` is between two columns, or null if no column has a later time. The page knows the time of a running clock
 * only roughly: what has happened is never after now.
 */
export function placeOfNow({ columns, placed }: Picture, clockNow: number): number | null {
  const now = Math.max(clockNow, ...placed.map(({ sign }) => (sign.isAhead ? 0 : (sign.at ?? 0))))
  const next = columns.findIndex(({ at }) => at !== null && at > now)
  const [before, after] = [columns[next - 1], columns[next]]
  if (before?.at === undefined || before.at === null || after?.at === undefined || after.at === null) return null
  const share = (now - before.at) / (after.at - before.at)
  return before.x + (after.x - before.x) * Math.min(1, Math.max(0, share))
}
