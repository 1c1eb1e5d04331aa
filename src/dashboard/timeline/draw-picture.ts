import { formatDuration } from '../parts/format.ts'
import type { Markup } from '../parts/markup.ts'
import { isStatus } from '../parts/words.ts'
import { drawSign, statusColours } from './draw-sign.ts'
import { type Picture, type Placed, placeOfNow, placeSigns } from './place-signs.ts'
import type { Sign } from './sign.ts'

export const laneNames = { customer: 'Customer', transaction: 'Transaction', server: 'Your server' } as const

export const words = { fill: 'var(--ink-soft)', 'font-size': 12, 'text-anchor': 'middle' } as const

/** The room of the lanes' names, and of half the words of the first sign, in pixels. */
export const ofNames = 152

/** The size of a picture in a file, in pixels; `head` is the room of the lines above it. */
const ofFile = { left: ofNames, width: 1040, head: 72 }

/** A timeline as an SVG document with the names of its lanes. `head` are lines above it. Its colours are those of tokens.css. */
export function drawFile(signs: readonly Sign[], now: number, head: readonly string[] = []): Markup {
  const picture = placeSigns(signs, ofFile)
  const top = head.length === 0 ? 0 : ofFile.head
  const names = picture.lanes.map(({ lane, y }): Markup => {
    const halo = { fill: 'var(--ink-soft)', stroke: 'var(--surface)', 'stroke-width': 8, 'paint-order': 'stroke' }
    return ['text', { ...halo, x: 16, y: y + 4, 'font-size': 12, 'font-weight': 600 }, laneNames[lane]]
  })
  const lines = head.map((line, index): Markup => {
    return ['text', { x: 16, y: 28 + 22 * index, 'font-size': 16 - 3 * index, fill: 'var(--ink)' }, line]
  })
  const drawn = [
    ...drawLanes(picture),
    ...(signs.some(({ isAhead }) => !isAhead) ? drawLife(picture, now, 'past') : []),
    ...drawAxis(picture, signs[0]?.at ?? null),
    drawNow(picture, now),
    ...picture.placed.map((placed) => drawSign(placed, picture.gap)),
  ]
  return [
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: picture.width,
      height: picture.height + top,
      'font-family': 'system-ui, sans-serif',
    },
    ['rect', { width: '100%', height: '100%', fill: 'var(--surface)' }],
    ...lines,
    ['g', { transform: `translate(0 ${top})` }, ['g', words, ...drawn], ...names],
  ]
}

export function drawLanes({ lanes }: Picture): readonly Markup[] {
  return lanes.map(({ y }) => ['line', { x1: 0, x2: '100%', y1: y, y2: y, stroke: 'var(--line)' }])
}

/**
 * The transaction's lane: in the colour of each state while it lasted, dotted for the future and for each way to end. `id` is
 * the one of its clip path in the document.
 */
export function drawLife(picture: Picture, clockNow: number, id: string): readonly Markup[] {
  const y = picture.lanes.find(({ lane }) => lane === 'transaction')?.y ?? 0
  const all = picture.placed.filter(({ sign }) => sign.lane === 'transaction')
  const own = all.filter(({ sign, x }, index) => !sign.isAlternative && !isPassed(all[index + 1], x))
  const ahead = picture.placed.find(({ sign }) => sign.isAhead)
  const last = picture.placed.findLast(({ sign }) => !sign.isAhead)
  const now = placeOfNow(picture, clockNow) ?? (ahead ? Math.max(ahead.x - 84, last?.x ?? 0) : picture.width)
  const end = picture.columns.at(-1)?.x ?? 0
  const parts = own.map(({ sign, x }, index): Markup => {
    const to = own[index + 1]?.x ?? Math.max(end, x) + 48
    const from = sign.isAhead ? x : Math.min(Math.max(x, now), to)
    const ground = { x1: from, x2: to, y1: y, y2: y, stroke: 'var(--line-strong)', 'stroke-dasharray': '1 9' }
    const colour = isStatus(sign.icon) ? statusColours[sign.icon] : 'var(--ink-soft)'
    const past: Markup = ['line', { x1: x, x2: to, y1: y, y2: y, stroke: colour }]
    return [
      'g',
      { 'stroke-width': 5, 'stroke-linecap': 'round' },
      ['line', ground],
      ...(sign.isAhead ? [] : [['g', { 'clip-path': `url(#${id})` }, past] satisfies Markup]),
    ]
  })
  const branches = all.filter(({ sign }) => sign.isAlternative)
  return [
    ['clipPath', { id }, ['rect', { class: 'life-past', width: now, height: picture.height }]],
    ...parts,
    ...branches.map(({ x, y: end }): Markup => {
      const from = (own.findLast((one) => one.x < x)?.x ?? x - 92) + 18
      const d = `M${from} ${y}C${from + 40} ${y} ${from} ${end} ${from + 56} ${end}H${x - 18}`
      const dots = { 'stroke-width': 2, 'stroke-dasharray': '1 6', 'stroke-linecap': 'round' }
      return ['path', { ...dots, d, fill: 'none', stroke: 'var(--line-strong)' }]
    }),
  ]
}

/** True if another state followed in the same moment. */
function isPassed(next: Placed | undefined, x: number): boolean {
  return next !== undefined && next.x === x && !next.sign.isAlternative
}

/** The room of a time below the picture, in pixels. */
const timeWidth = 72

export function drawAxis({ columns, gap, height }: Picture, start: number | null): readonly Markup[] {
  const every = Math.ceil(timeWidth / gap)
  return columns.flatMap(({ x, at }, index): readonly Markup[] => {
    if (at === null || start === null || index % every !== 0) return []
    const time = at === start ? '0 s' : `+${formatDuration(at - start)}`
    return [
      ['line', { x1: x, x2: x, y1: height - 26, y2: height - 20, stroke: 'var(--line-strong)' }],
      ['text', { class: 'number', x, y: height - 6 }, time],
    ]
  })
}

/** Moves along the axis with time, and stays hidden at the end once nothing is to come. */
export function drawNow(picture: Picture, clockNow: number): Markup {
  const x = placeOfNow(picture, clockNow)
  const end = picture.columns.at(-1)?.x ?? 0
  return [
    'g',
    { class: 'now', transform: `translate(${x ?? end} 0)`, opacity: x === null ? 0 : 1, fill: 'var(--time)' },
    ['line', { y1: 17, y2: picture.height - 26, stroke: 'var(--time)', 'stroke-width': 1.5 }],
    ['text', { y: 13, 'font-weight': 600 }, 'now'],
  ]
}
