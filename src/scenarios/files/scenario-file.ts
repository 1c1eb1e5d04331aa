import { nextTurn } from '../../time.ts'
import type { WrittenFile } from '../language/file.ts'
import { type Diagnostic, formatPath, type PathDiagnostic } from './diagnostic.ts'
import { judgeForm } from './judge-form.ts'
import { locate } from './locate.ts'
import { parseYaml, type Report } from './parse-yaml.ts'
import { plainData } from './plain-data.ts'
import type { FileText } from './read-files.ts'

/** One scenario file whose form is right. */
export interface ScenarioFile extends FileText {
  readonly written: WrittenFile
  /** Finds the place of what is wrong with the meaning of its contents. */
  readonly locate: (found: PathDiagnostic) => Diagnostic
}

/** Reads the text of one scenario file; `file` is null where its form is wrong, which the diagnostics say. */
export async function readScenarioFile(
  text: FileText,
): Promise<{ readonly file: ScenarioFile | null; readonly diagnostics: readonly Diagnostic[] }> {
  // Takes 65 ms, for which only those wait who read scenarios.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const diagnosticAt = (offset: number, message: string, path: PathDiagnostic['path'] = []): Diagnostic => {
    const { line, col } = lines.linePos(offset)
    return { file: text.name, line, column: col, path: formatPath(path), message, frame: '' }
  }
  const wrongYaml = new Map<string, Diagnostic>()
  const placeOf = ({ line, column }: Diagnostic) => `${line}:${column}`
  const report: Report = (...found) => {
    const diagnostic = diagnosticAt(...found)
    wrongYaml.set(placeOf(diagnostic), diagnostic)
  }
  const document = await parseYaml(yaml, text.text, lines, report)
  await nextTurn()
  if (document === null) return { file: null, diagnostics: [...wrongYaml.values()] }
  const { value, entries } = plainData(yaml, document, report)
  const located = (found: PathDiagnostic) => {
    const { offset, message } = locate(yaml, document, found, entries)
    return diagnosticAt(offset, message, found.path)
  }
  const { written, diagnostics } = judgeForm(value)
  // What YAML could not read was replaced by some text, whose form says nothing.
  const wrongForm = diagnostics.map(located).filter((each) => !wrongYaml.has(placeOf(each)))
  const wrong = [...wrongYaml.values(), ...wrongForm]
  return {
    file: wrong.length > 0 || written === null ? null : { ...text, written, locate: located },
    diagnostics: wrong,
  }
}

/** The line on which a file declares a scenario or result. */
export function lineOf(file: ScenarioFile, section: 'results' | 'scenarios', name: string): number {
  return file.locate({ path: [section, name], on: 'key', message: '' }).line
}
