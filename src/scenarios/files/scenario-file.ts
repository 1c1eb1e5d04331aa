import type { WrittenFile } from '../language/file.ts'
import { checkForm } from './check-form.ts'
import { type Diagnostic, formatPath, type PathDiagnostic } from './diagnostic.ts'
import { locate } from './locate.ts'
import type { FileText } from './read-files.ts'
import type { Report } from './refuse-unreadable.ts'
import { readYaml } from './yaml-document.ts'

/** A scenario file of valid form. */
export interface ScenarioFile extends FileText {
  readonly written: WrittenFile
  /** Turns a problem with its meaning into one with a place in the file. */
  readonly locate: (found: PathDiagnostic) => Diagnostic
}

/** Reads the text of one scenario file; `file` is null if its form is wrong, and the diagnostics say why. */
export async function readScenarioFile(
  text: FileText,
): Promise<{ readonly file: ScenarioFile | null; readonly diagnostics: readonly Diagnostic[] }> {
  // Takes 65 ms to load.
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
  const document = await readYaml(yaml, text.text, lines, report)
  if (document === null) return { file: null, diagnostics: [...wrongYaml.values()] }
  const located = (found: PathDiagnostic) => {
    const { offset, message } = locate(yaml, document, found)
    return diagnosticAt(offset, message, found.path)
  }
  const { written, diagnostics } = checkForm(document.value)
  // The form of a value that YAML could not read means nothing.
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
