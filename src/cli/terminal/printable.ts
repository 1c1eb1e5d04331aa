/** Characters that a terminal obeys or draws in reverse: C0, DEL, C1, line separators, bidi controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu

/** Foreign text on one line: characters that control a terminal are shown as escapes such as \u001b. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function printableLines(text: string): string {
  return text.replace(/[^\n\t]+/g, printable)
}

export function prettyLines(text: string): string {
  try {
    return printableLines(JSON.stringify(JSON.parse(text), null, 2))
  } catch {
    return printableLines(text)
  }
}

/** JSON for a terminal: characters that control it are escaped as JSON, so it reads the same. */
export function jsonText(value: unknown, indent = 0): string {
  return `${printableLines(JSON.stringify(value, null, indent))}\n`
}
