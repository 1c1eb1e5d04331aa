import type { Markup, MarkupElement } from './markup.ts'
import type { Status } from './words.ts'

const line = { fill: 'none', stroke: 'currentcolor', 'stroke-width': 1.6 }
const fill = { fill: 'currentcolor' }
const mark = { ...line, stroke: 'var(--surface)', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
const ring: MarkupElement = ['circle', { ...line, cx: 7, cy: 7, r: 5.2 }]

/**
 * The shape of a state in a square of 14: a broken ring, a half-filled ring, a filled circle with a tick, a filled diamond with
 * a cross.
 */
export const stateShapes: Readonly<Record<Status, readonly Markup[]>> = {
  INITIATED: [['circle', { ...ring[1], 'stroke-dasharray': '2.6 2' }]],
  PENDING: [ring, ['path', { ...fill, d: 'M7 1.8a5.2 5.2 0 0 1 0 10.4Z' }]],
  COMPLETED: [
    ['circle', { ...fill, cx: 7, cy: 7, r: 6 }],
    ['path', { ...mark, d: 'M4.2 7.2l2 2 3.6-4.2' }],
  ],
  FAILED: [
    ['path', { ...fill, d: 'M7 .4L13.6 7L7 13.6L.4 7Z' }],
    ['path', { ...mark, d: 'M5.2 5.2l3.6 3.6M8.8 5.2l-3.6 3.6' }],
  ],
}
