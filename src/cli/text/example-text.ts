const heading = 'Example:\n'

/** What the help of a command says after its options: notes, and examples of its use. */
export function exampleText(commands: string | readonly string[], notes = ''): string {
  const lines = [commands].flat().map((command) => `  $ payments-sandbox ${command}`)
  return `\n${notes === '' ? '' : `${notes}\n\n`}${heading}${lines.join('\n')}`
}

/** The notes and the examples in such a text. */
export function partsOfExample(text: string): { readonly notes: string; readonly example: string } {
  const [notes = '', example = ''] = text.split(heading)
  const lines = example.split('\n').map((line) => line.trim().replace(/^\$ /, ''))
  return { notes: notes.trim(), example: lines.filter((line) => line !== '').join('\n') }
}
