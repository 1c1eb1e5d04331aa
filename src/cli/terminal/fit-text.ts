import stringWidth from 'string-width'
import { printable } from './printable.ts'
import type { Screen } from './screen.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text cut to so many columns of a terminal, the last one then an ellipsis. (cli-truncate leaves wide letters too wide.) */
export function cutText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  let cut = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
    if (width > columns - 1) break
    cut += segment
  }
  return columns > 0 ? `${cut}…` : ''
}

/** A text as lines of at most so many columns, broken at its spaces; a longer word stays whole, as does all where null. */
export function wrapText(text: string, columns: number | null): readonly string[] {
  if (columns === null) return [text]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && stringWidth(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const labelWidth = 14

/** A label, and beside it a text of anybody's, wrapped to the screen. */
export function labelledText(label: string, text: string, { columns, paint }: Screen): string {
  return wrapText(printable(text), columns === null ? null : columns - labelWidth)
    .map((line, index) => `${paint('dim', (index === 0 ? label : '').padEnd(labelWidth))}${line}\n`)
    .join('')
}
