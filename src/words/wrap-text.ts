/**
 * Wraps a text at spaces to lines of at most so many columns; longer words stay whole, and so does all text for null.
 * A server wraps without `string-width`, which loads 7 MB of data about languages.
 */
export function wrapText(
  text: string,
  columns: number | null,
  widthOf: (line: string) => number = (line) => line.length,
): readonly string[] {
  if (columns === null) return [text]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && widthOf(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
