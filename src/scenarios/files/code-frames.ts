import { type Diagnostic, fileDiagnostic } from './diagnostic.ts'
import type { FileText } from './read-files.ts'

/** Most diagnostics of one file: a hostile file could have thousands. */
const mostDiagnostics = 50

/** The first diagnostics of one file, by line, with the source around them. */
export async function withFrames(file: FileText, diagnostics: readonly Diagnostic[]): Promise<readonly Diagnostic[]> {
  const own = diagnostics.filter((each) => each.file === file.name)
  if (own.length === 0) return []
  const frameAt = await frameMaker(file.text)
  const sorted = own.toSorted((one, other) => one.line - other.line || one.column - other.column)
  const first = sorted.slice(0, mostDiagnostics).map((each) => ({ ...each, frame: frameAt(each) }))
  const left = own.length - first.length
  return left > 0 ? [...first, fileDiagnostic(file.name, `has ${left} more problems; mend these first`)] : first
}

const longestLine = 200

async function frameMaker(text: string): Promise<(place: Pick<Diagnostic, 'line' | 'column'>) => string> {
  // Only wrong files need it.
  const { codeFrameColumns } = await import('@babel/code-frame')
  // YAML's lines end at \n only, a code frame's also at \r and at the separators of Unicode.
  const lines = text.split('\n').map((line) =>
    line
      .slice(0, longestLine)
      .replace(/[\r\u2028\u2029]/g, ' ')
      .trimEnd(),
  )
  const cut = lines.join('\n')
  return ({ line, column }) =>
    column > longestLine ? '' : codeFrameColumns(cut, { start: { line, column } }, { linesAbove: 2, linesBelow: 1 })
}
