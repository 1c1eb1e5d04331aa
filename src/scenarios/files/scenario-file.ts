import { type PlacedProblem, readYaml } from '../../yaml/read-yaml.ts'
import { checkForm, type FileContents } from './check-form.ts'
import { type Diagnostic, fileDiagnostic, formatPath, type PathDiagnostic } from './diagnostic.ts'
import type { FileText } from './read-files.ts'

export interface ScenarioFile extends FileText, FileContents {
  readonly locate: (found: PathDiagnostic) => Diagnostic
}

/** Reads the text of a scenario file: the parts whose form is right, or null if none can be read, and what is wrong. */
export async function readScenarioFile(
  text: FileText,
): Promise<{ readonly file: ScenarioFile | null; readonly diagnostics: readonly Diagnostic[] }> {
  const inFile = ({ path, ...problem }: PlacedProblem): Diagnostic => {
    return { ...problem, file: text.name, path: formatPath(path), frame: '' }
  }
  const { data, problems } = await readYaml(text.text)
  const wrongYaml = problems.map(inFile)
  if (data === null) {
    const isEmpty = wrongYaml.length === 0
    return {
      file: null,
      diagnostics: isEmpty ? [fileDiagnostic(text.name, 'is empty; begin it with version: 1')] : wrongYaml,
    }
  }
  const { value, placed } = data
  const locate = (found: PathDiagnostic) => inFile(placed(found))
  const { contents, diagnostics } = checkForm(
    value,
    problems.map(({ path }) => path),
  )
  // The form of a value that YAML could not read means nothing.
  const unread = new Set(wrongYaml.map(placeOf))
  const wrong = [...wrongYaml, ...diagnostics.map(locate).filter((each) => !unread.has(placeOf(each)))]
  return { file: contents && { ...text, ...contents, locate }, diagnostics: wrong }
}

function placeOf({ line, column }: Diagnostic): string {
  return `${line}:${column}`
}

export function lineOf(file: ScenarioFile, section: 'results' | 'scenarios', name: string): number {
  return file.locate({ path: [section, name], on: 'key', message: '' }).line
}
