import { type Diagnostic, ScenarioFilesError } from './files/diagnostic.ts'
import { problemsIn } from './files/print-diagnostics.ts'
import { maxFileBytes, readScenarioFiles, type ScenarioFolders, tooLarge } from './files/read-files.ts'
import { readScenarioText, type ScenarioFile } from './files/scenario-file.ts'
import { loadYaml } from './files/yaml.ts'
import type { ScenarioSet } from './scenario.ts'
import { assembleSet } from './scenario-set.ts'

/** Loads all scenarios; throws a `ScenarioFilesError` with every problem of every file. */
export async function loadScenarios(folders: ScenarioFolders): Promise<ScenarioSet> {
  const [yaml, { texts, problems: unread }] = await Promise.all([loadYaml(), readScenarioFiles(folders)])
  const files: ScenarioFile[] = []
  // One after the other: the steps of several files at once would be one long step.
  for (const file of texts) files.push(await readScenarioText(yaml, file, file.text))
  const { set, findings } = await assembleSet(files, { known: null, isComplete: unread.length === 0 })
  const problems = [...unread]
  for (const file of files) {
    const own = findings.filter((finding) => finding.file === file)
    problems.push(...(await problemsIn(file, [...(file.contents?.declared.findings ?? []), ...own])))
  }
  if (problems.length > 0) throw new ScenarioFilesError(problems)
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
  const file = await readScenarioText(await loadYaml(), { name: fileName, isBuiltIn: false }, text)
  const { findings } = await assembleSet([file], { known, isComplete: true })
  return problemsIn(file, [...(file.contents?.declared.findings ?? []), ...findings])
}
