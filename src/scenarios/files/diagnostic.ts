import { printable } from '../../text.ts'
import type { Path } from '../../yaml/refuse-unreadable.ts'

export type { DataProblem as PathDiagnostic } from '../../yaml/locate.ts'

/** A problem of a scenario file. `line` and `column` count from 1. */
export interface Diagnostic {
  readonly file: string
  readonly line: number
  readonly column: number
  /** In the structure of the file, such as `scenarios.wrong-pin.after`; empty for the file itself. */
  readonly path: string
  readonly message: string
  /** The source around it with a mark, or empty. */
  readonly frame: string
}

/** Every problem of a set of scenario files; its message is ready to be printed. */
export class ScenarioFilesError extends Error {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n\n'))
    this.name = 'ScenarioFilesError'
    this.diagnostics = diagnostics
  }
}

/** Formats a diagnostic for a terminal, with its place and its frame; `mark` highlights the place. */
export function formatDiagnostic(diagnostic: Diagnostic, mark = (place: string) => place): string {
  const { file, line, column, path, message, frame } = diagnostic
  const about = printable(`${path === '' ? '' : `${path}: `}${message}`)
  const head = `${mark(printable(`${file}:${line}:${column}`))}  ${about}`
  return frame === '' ? head : `${head}\n${frame}`
}

export function fileDiagnostic(file: string, message: string): Diagnostic {
  return { file, line: 1, column: 1, path: '', message, frame: '' }
}

/** Formats a path: `scenarios.va-split.transfers[0].pay`. */
export function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step).slice(0, 64)}`))
    .join('')
    .replace(/^\./, '')
}
