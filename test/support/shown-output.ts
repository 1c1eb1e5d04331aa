/**
 * Whether this was printed as a page shows it. In what is shown, `...` stands for anything within a line, and a line of `...`
 * for any lines. Ids, times and durations differ from run to run: one stands for any other.
 */
export function isShownOutput(shown: string, printed: string, { isWhole }: { readonly isWhole: boolean }): boolean {
  const lines = withoutChanging(shown).trimEnd().split('\n')
  const pattern = lines.map((line) => (line.trim() === '...' ? '(?:.*\n)*?' : `${linePattern(line)}\n`)).join('')
  const text = withoutChanging(printed)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  return new RegExp(isWhole ? `^${pattern}$` : `^${pattern}`, isWhole ? '' : 'm').test(`${text.trimEnd()}\n`)
}

function linePattern(line: string): string {
  return line
    .trimEnd()
    .split('...')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.*')
}

function withoutChanging(text: string): string {
  return (
    text
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
      .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
      .replaceAll(/\b\d+ ms\b/g, 'N ms')
      // Printed where the sandbox's day is not today, as shortly before midnight.
      .replaceAll(/^\d{4}-\d\d-\d\d in sandbox time \(UTC\)\n/gm, '')
  )
}
