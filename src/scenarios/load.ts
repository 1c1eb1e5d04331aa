import { type Diagnostic, fileDiagnostic, ScenarioFilesError } from './files/diagnostic.ts'
import { maxFileBytes, readScenarioFiles, type ScenarioFolders, tooLarge } from './files/read-files.ts'
import { noScenarios, type ScenarioSet } from './scenario.ts'

/**
 * Loads all scenarios of these files over a set whose names they may use, and hide by their own; throws a
 * `ScenarioFilesError` with all that is wrong with their form and their meaning.
 */
export async function loadScenarios(folders: ScenarioFolders, under = noScenarios): Promise<ScenarioSet> {
  return (await checkScenarioFiles(folders, under)).set
}

const notOurs = 'has no version: at its top level, so it is not read; begin it with version: 1 if it is a scenario file'

/** The same, with notes on the files, which stop nothing. */
export async function checkScenarioFiles(
  folders: ScenarioFolders,
  under = noScenarios,
): Promise<{ readonly set: ScenarioSet; readonly notes: () => Promise<readonly Diagnostic[]> }> {
  const { texts, passedOver, diagnostics: unread } = await readScenarioFiles(folders)
  const without = passedOver.map((name) => fileDiagnostic(name, notOurs))
  if (texts.length + unread.length === 0) return { set: under, notes: async () => without }
  const { checkFiles } = await checking()
  const { set, notes, diagnostics } = await checkFiles(texts, under, unread)
  if (diagnostics.length > 0) throw new ScenarioFilesError(diagnostics)
  return { set, notes: async () => [...without, ...(await notes())] }
}

/**
 * Everything wrong with the text of one scenario file, nothing when it is right. `under` is the set whose results and
 * scenarios the text may name besides its own.
 */
export async function checkScenarioText(
  text: string,
  fileName: string,
  under = noScenarios,
): Promise<readonly Diagnostic[]> {
  return (await readScenarioText(text, fileName, under)).diagnostics
}

/** The same, with the set that the text makes over `under`; null for a text that is too long. */
export async function readScenarioText(text: string, fileName: string, under: ScenarioSet) {
  if (Buffer.byteLength(text) > maxFileBytes) return { set: null, diagnostics: [tooLarge(fileName)] }
  const { checkFiles } = await checking()
  return checkFiles([{ name: fileName, text }], under)
}

/** YAML and the language take 0.1 s to load: only users with scenario files wait for them. */
function checking() {
  return import('./check-files.ts')
}
