import { type Diagnostic, formatDiagnostic, type ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { jsonText, printableLines } from '../terminal/printable.ts'
import type { Screen } from '../terminal/screen.ts'

/** Problems of scenario files as the control API answers them, and in which file each is. */
export function problemsJson(problems: ScenarioFilesError['diagnostics']): string {
  const shown = problems.map(({ file, message, path, line, column }) => ({ file, message, path, line, column }))
  return jsonText({ problems: shown }, 2)
}

/** Problems of scenario files for people, each with its place and the lines around it. */
export function problemsText(problems: ScenarioFilesError['diagnostics'], { paint }: Screen): string {
  const text = (problem: Diagnostic) => formatDiagnostic(asPrintable(problem), (place) => paint('red', place))
  return `${problems.map(text).join('\n\n')}\n`
}

function asPrintable(problem: Diagnostic): Diagnostic {
  return {
    ...problem,
    file: printableLines(problem.file),
    path: printableLines(problem.path),
    message: printableLines(problem.message),
    frame: printableLines(problem.frame),
  }
}
