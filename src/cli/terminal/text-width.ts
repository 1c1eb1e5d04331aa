import { eastAsianWidth } from 'get-east-asian-width'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** How many columns of a terminal a text takes: two for wide letters and emoji, none for marks that stand on others. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment)
  return width
}

/** A text cut to so many columns, the last one then an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (text.length <= columns && widthOf(text) <= columns) return text
  let cut = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += widthOfGrapheme(segment)
    if (width > columns - 1) return columns > 0 ? `${cut}…` : ''
    cut += segment
  }
  return cut
}

function widthOfGrapheme(segment: string): number {
  if (/^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Mark}]+$/u.test(segment)) return 0
  if (/\p{Emoji_Presentation}|\ufe0f/u.test(segment)) return 2
  return eastAsianWidth(segment.codePointAt(0) ?? 0)
}
