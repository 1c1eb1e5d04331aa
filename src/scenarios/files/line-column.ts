/** A place in a text, both counted from 1; columns in UTF-16 units, as editors count. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Finds lines and columns of offsets in one text; the lines are looked for once. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
