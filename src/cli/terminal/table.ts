import stringWidth from 'string-width'
import { printable } from '../../text.ts'
import { cutText, foldText } from './fit-text.ts'
import type { Screen, Style } from './screen.ts'

export type Cell = string | { readonly text: string; readonly style: Style }

export interface Column {
  readonly title?: string
  readonly align?: 'right'
  /** Columns that users copy from are cut last (a reference) or never (an id); the others are cut first. */
  readonly cut?: 'last' | 'never'
  /** A longer cell takes several lines, and is not cut. */
  readonly folds?: true
}

const gap = '  '
/** The least widths of columns, tried in order until the line fits. */
const tries = [
  { first: 12, last: Number.POSITIVE_INFINITY },
  { first: 8, last: 20 },
  { first: 7, last: 7 },
] as const

/** Rows as aligned lines, no wider than the screen: cells are cut, then the last columns left out. Control characters are escaped. */
export function tableOf(columns: readonly Column[], rows: readonly (readonly Cell[])[], screen: Screen): string {
  const hasTitles = columns.some(({ title }) => title !== undefined)
  const titles: readonly Cell[] = columns.map(({ title = '' }) => ({ text: title.toUpperCase(), style: 'bold' }))
  const lines = [...(hasTitles ? [titles] : []), ...rows].map((row) => row.map(clean))
  const natural = columns.map((_column, index) =>
    Math.max(0, ...lines.map((row) => stringWidth(row[index]?.text ?? ''))),
  )
  const widths = screen.columns === null ? natural : narrowed(columns, natural, screen.columns)
  const line = (row: readonly (Clean | undefined)[]) =>
    widths.map((width, index) => cellText(row[index], width, columns[index]?.align, screen)).join(gap)
  const shown = lines.flatMap((row) => {
    const cells = row.map((cell, index) => (columns[index]?.folds ? folded(cell, widths[index]) : [cell]))
    return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, at) =>
      cells.map((cell) => cell[at]),
    )
  })
  return shown.map((row) => `${line(row).trimEnd()}\n`).join('')
}

function folded({ text, style }: Clean, width = 0): readonly Clean[] {
  return foldText(text, width).map((line) => ({ text: line, style }))
}

export interface ListColumn<T> extends Column {
  readonly cell: (item: T) => Cell
}

export function listOf<T>(items: readonly T[], columns: readonly ListColumn<T>[], screen: Screen): string {
  const rows = items.map((item) => columns.map(({ cell }) => cell(item)))
  return tableOf(columns, rows, screen)
}

/** A moment without its year and its fractions, as a column of the past needs it. */
export function momentCell(at: string): Cell {
  return { text: at.slice(5, 19).replace('T', ' '), style: 'dim' }
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

/** The widths of the columns, taken back from the widest one first until the line fits; the last columns have none if it cannot. */
function narrowed(columns: readonly Column[], natural: readonly number[], room: number): readonly number[] {
  const free = room - gap.length * (natural.length - 1)
  for (const leasts of tries) {
    const least = natural.map((width, index) => {
      const { cut = 'first' } = columns[index] ?? {}
      return cut === 'never' ? width : Math.min(width, leasts[cut])
    })
    const cutAt = (most: number) => natural.map((width, index) => Math.max(least[index] ?? 0, Math.min(width, most)))
    for (let most = Math.min(Math.max(0, ...natural), room); most >= 0; most--) {
      const widths = cutAt(most)
      if (widths.reduce((sum, width) => sum + width, 0) <= free) return widths
    }
  }
  if (natural.length <= 1) return natural.map(() => room)
  return narrowed(columns.slice(0, -1), natural.slice(0, -1), room)
}

/** The padding has no style, because a background or an underline would show. */
function cellText(cell: Clean | undefined, width: number, align: 'right' | undefined, { paint }: Screen): string {
  const text = cutText(cell?.text ?? '', width)
  const shown = cell?.style && text !== '' ? paint(cell.style, text) : text
  const padding = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'right' ? padding + shown : shown + padding
}
