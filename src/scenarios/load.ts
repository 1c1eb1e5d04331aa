import { withFrames } from './files/code-frames.ts'
import { type Diagnostic, ScenarioFilesError } from './files/diagnostic.ts'
import { type FileText, maxFileBytes, readScenarioFiles, type ScenarioFolders, tooLarge } from './files/read-files.ts'
import { readScenarioFile, type ScenarioFile } from './files/scenario-file.ts'
import type { ScenarioSet } from './scenario.ts'
import { assembleSet } from './scenario-set.ts'

/** Loads all scenarios; throws a `ScenarioFilesError` with all that is wrong with their form, else with their meaning. */
export async function loadScenarios(folders: ScenarioFolders): Promise<ScenarioSet> {
  const { texts, diagnostics: unread } = await readScenarioFiles(folders)
  const { set, diagnostics } = await judge(texts, null, unread)
  if (diagnostics.length > 0) throw new ScenarioFilesError(diagnostics)
  return set
}

/**
 * Everything wrong with the text of one scenario file, nothing when it is right. `known` is the set whose results and
 * scenarios the text may name besides its own.
 */
export async function checkScenarioText(
  text: string,
  fileName: string,
  known: ScenarioSet | null = null,
): Promise<readonly Diagnostic[]> {
  if (Buffer.byteLength(text) > maxFileBytes) return [tooLarge(fileName)]
  return (await judge([{ name: fileName, isBuiltIn: false, text }], known)).diagnostics
}

/** Judges what files mean once the form of all is right: one whose form is wrong may declare what others name. */
async function judge(texts: readonly FileText[], known: ScenarioSet | null, unread: readonly Diagnostic[] = []) {
  const files: ScenarioFile[] = []
  const wrongForm: Diagnostic[] = []
  // One after the other: the steps of several files at once would be one long step.
  for (const text of texts) {
    const { file, diagnostics } = await readScenarioFile(text)
    wrongForm.push(...diagnostics)
    if (file) files.push(file)
  }
  const isFormRight = unread.length + wrongForm.length === 0
  const { set, diagnostics } = await assembleSet(isFormRight ? files : [], known)
  const framed = await Promise.all(texts.map((text) => withFrames(text, [...wrongForm, ...diagnostics])))
  return { set, diagnostics: [...unread, ...framed.flat()] }
}
