import stringWidth from 'string-width'

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
