import { iconPaths } from '../parts/icon-paths.ts'
import type { Markup } from '../parts/markup.ts'
import { stateShapes } from '../parts/state-shapes.ts'
import { isStatus, type Status, type Tone } from '../parts/words.ts'
import type { Placed } from './place-signs.ts'
import type { Sign } from './sign.ts'

/** In letters: more have no room beside the next sign. */
const titleLength = 15
const detailLength = 18
/** Of the words that the pointer shows. */
const tipLength = 200

/** The width of a letter in pixels, about. */
const letter = 6.6
/** Narrower columns have no room for details. */
const detailGap = 80

export const statusColours: Readonly<Record<Status, string>> = {
  INITIATED: 'var(--ink-soft)',
  PENDING: 'var(--pending)',
  COMPLETED: 'var(--completed)',
  FAILED: 'var(--failed)',
}

const tones: Readonly<Record<Tone, readonly [color: string, ground: string]>> = {
  good: ['var(--completed)', 'var(--sunken)'],
  bad: ['var(--failed)', 'var(--failed-soft)'],
  neutral: ['var(--ink-soft)', 'var(--surface)'],
}

export function drawSign({ sign, x, y }: Placed, gap: number): Markup {
  const { title, detail, isAhead } = sign
  const details = gap < detailGap ? [] : inLines(detail)
  const shown = cut(title, Math.min(titleLength, Math.floor(gap / letter)))
  return [
    'g',
    { class: 'sign', transform: `translate(${x} ${y})` },
    ['title', {}, cut([title, detail].filter(Boolean).join(': '), tipLength)],
    picture(sign),
    [
      'g',
      { stroke: 'var(--surface)', 'stroke-width': 4, 'paint-order': 'stroke', fill: 'var(--ink-faint)' },
      [
        'text',
        {
          class: 'sign-title',
          y: 29,
          'font-weight': 600,
          fill: `var(--ink${isAhead ? '-soft' : ''})`,
        },
        shown,
      ],
      ...details.map((line, index): Markup => ['text', { y: 44 + 13 * index }, line]),
    ],
  ]
}

function picture({ icon, tone, isAhead }: Sign): Markup {
  if (isStatus(icon)) {
    return [
      'g',
      { transform: 'translate(-11 -11) scale(1.571)', color: statusColours[icon] },
      ['circle', { cx: 7, cy: 7, r: 8, fill: 'var(--surface)' }],
      ['g', { opacity: isAhead ? 0.55 : undefined }, ...stateShapes[icon]],
    ]
  }
  const [color, ground] = tones[tone]
  const line = { stroke: 'currentcolor', 'stroke-linecap': 'round', 'stroke-linejoin': 'round', fill: 'none' }
  return [
    'g',
    { color },
    [
      'circle',
      {
        r: 13,
        fill: ground,
        stroke: 'currentcolor',
        'stroke-width': 1.5,
        'stroke-dasharray': isAhead ? '3 3' : undefined,
      },
    ],
    ['path', { ...line, d: iconPaths[icon], 'stroke-width': 1.8, transform: 'translate(-8 -8) scale(.8)' }],
  ]
}

/** Breaks a text after a space, hyphen or underscore into the two lines below a sign. */
function inLines(text: string): readonly string[] {
  if (text.length <= detailLength) return [text]
  const [first = ''] = /^.{1,17}[ _-]/.exec(text) ?? [text.slice(0, detailLength)]
  return [first.trimEnd(), cut(text.slice(first.length), detailLength)]
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
