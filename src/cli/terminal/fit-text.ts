import stringWidth from 'string-width'
import { printable } from '../../text.ts'
import { wrapText } from '../../words/wrap-text.ts'
import type { Screen } from './screen.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts a text to the columns of a terminal, with an ellipsis. (cli-truncate leaves wide letters too wide.) */
export function cutText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  return columns > 0 ? `${startWithin(text, columns - 1)}…` : ''
}

/** Wraps a text to lines of at most so many columns, those after the first with an indent; a longer word is broken. */
export function foldText(text: string, columns: number, indent = ''): readonly string[] {
  const room = columns - indent.length
  return wrapText(text, room, stringWidth)
    .flatMap((line) => [...brokenText(line, room)])
    .map((line, index) => (index === 0 ? line : indent + line))
}

/** Breaks a text after a hyphen if it has one in time. */
function* brokenText(text: string, columns: number): Generator<string> {
  let rest = text
  while (stringWidth(rest) > columns) {
    const start = startWithin(rest, columns)
    const end = start.lastIndexOf('-') + 1 || start.length || rest.length
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  if (rest !== '' || text === '') yield rest
}

function startWithin(text: string, columns: number): string {
  let start = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
    if (width > columns) break
    start += segment
  }
  return start
}

const labelWidth = 14

/** A label with a foreign text beside it, wrapped to the screen. */
export function labelledText(label: string, text: string, { columns, paint }: Screen): string {
  return wrapText(printable(text), columns === null ? null : columns - labelWidth, stringWidth)
    .map((line, index) => `${paint('dim', (index === 0 ? label : '').padEnd(labelWidth))}${line}\n`)
    .join('')
}
