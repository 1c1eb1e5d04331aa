import stringWidth from 'string-width'

/** Wraps a text at spaces to lines of at most so many columns; longer words stay whole, and so does all text for null. */
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
