import { printable } from '../../text.ts'

/** An answer with each of its texts on one line and printable: what a command shows of it cannot steer a terminal. */
export function printableOf<T>(answer: T): T {
  // A JSON value keeps its shape.
  return JSON.parse(JSON.stringify(answer) ?? 'null', (_name, value) =>
    typeof value === 'string' ? printable(value) : value,
  )
}

/** Text with lines of ours. */
export function printableLines(text: string): string {
  return text.replace(/[^\n\t]+/g, printable)
}

/** JSON in lines; other text on one line. */
export function prettyLines(text: string): string {
  try {
    return printableLines(JSON.stringify(JSON.parse(text), null, 2))
  } catch {
    return printable(text)
  }
}

/** JSON for a terminal: characters that control it are escaped as JSON, so it reads the same. */
export function jsonText(value: unknown, indent = 0): string {
  return `${printableLines(JSON.stringify(value, null, indent))}\n`
}
