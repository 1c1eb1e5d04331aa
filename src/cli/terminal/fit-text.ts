import stringWidth from 'string-width'
import { printable } from '../../text.ts'
import { wrapText } from '../../words/wrap-text.ts'
import type { Screen } from './screen.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text to the columns of a terminal, with an ellipsis. (cli-truncate leaves wide letters too wide.) */
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

const labelWidth = 14

/** A label with a foreign text beside it, wrapped to the screen. */
export function labelledText(label: string, text: string, { columns, paint }: Screen): string {
  return wrapText(printable(text), columns === null ? null : columns - labelWidth, stringWidth)
    .map((line, index) => `${paint('dim', (index === 0 ? label : '').padEnd(labelWidth))}${line}\n`)
    .join('')
}
