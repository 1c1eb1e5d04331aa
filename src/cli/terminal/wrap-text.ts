import stringWidth from 'string-width'

/** A text as lines of at most so many columns, broken at its spaces; a longer word stays whole. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && stringWidth(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
