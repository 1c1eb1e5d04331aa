import stringWidth from 'string-width'
import { cutText } from './cut-text.ts'
import { printable } from './printable.ts'
import type { Screen, Style } from './screen.ts'

/** A cell: text of anybody's, or text with a style for screens that have colours. */
export type Cell = string | { readonly text: string; readonly style: Style }

/** A column: its title, where the table has titles; the side its cells stand on; and whether they can be cut. */
export interface Column {
  readonly title?: string
  /** Numbers stand right. */
  readonly align?: 'right'
  /** What somebody copies, such as an id, is never cut. */
  readonly keep?: true
}

const gap = '  '
/** A column that is cut keeps this much. */
const narrowest = 12

/** Rows as aligned lines, cut where the screen is narrow. Control characters are escaped. */
export function tableOf(columns: readonly Column[], rows: readonly (readonly Cell[])[], screen: Screen): string {
  const hasTitles = columns.some(({ title }) => title !== undefined)
  const titles: readonly Cell[] = columns.map(({ title = '' }) => ({ text: title.toUpperCase(), style: 'bold' }))
  const lines = [...(hasTitles ? [titles] : []), ...rows].map((row) => row.map(clean))
  const natural = columns.map((_column, index) =>
    Math.max(0, ...lines.map((row) => stringWidth(row[index]?.text ?? ''))),
  )
  const widths = screen.columns === null ? natural : narrowed(columns, natural, screen.columns)
  const line = (row: readonly Clean[]) =>
    columns.map(({ align }, index) => cellText(row[index], widths[index] ?? 0, align, screen)).join(gap)
  return lines.map((row) => `${line(row).trimEnd()}\n`).join('')
}

interface Clean {
  readonly text: string
  readonly style: Style | null
}

function clean(cell: Cell): Clean {
  return typeof cell === 'string'
    ? { text: printable(cell), style: null }
    : { text: printable(cell.text), style: cell.style }
}

/** The widths taken back, from the widest column first, until the line fits; as they are where it cannot. */
function narrowed(columns: readonly Column[], natural: readonly number[], room: number): readonly number[] {
  const cutAt = (most: number) => natural.map((width, index) => (columns[index]?.keep ? width : Math.min(width, most)))
  const fits = (most: number) =>
    cutAt(most).reduce((sum, width) => sum + width, 0) <= room - gap.length * (natural.length - 1)
  let most = Math.min(Math.max(0, ...natural), room)
  while (most > narrowest && !fits(most)) most--
  return fits(most) ? cutAt(most) : natural
}

/** Padding stands outside the style, so that a background or an underline would end with the text. */
function cellText(cell: Clean | undefined, width: number, align: 'right' | undefined, { paint }: Screen): string {
  const text = cutText(cell?.text ?? '', width)
  const shown = cell?.style && text !== '' ? paint(cell.style, text) : text
  const padding = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'right' ? padding + shown : shown + padding
}
