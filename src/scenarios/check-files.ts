import { withFrames } from './files/code-frames.ts'
import type { Diagnostic } from './files/diagnostic.ts'
import type { FileText } from './files/read-files.ts'
import { readScenarioFile, type ScenarioFile } from './files/scenario-file.ts'
import { notesOn } from './lint/notes.ts'
import type { ScenarioSet } from './scenario.ts'
import { assembleSet } from './scenario-set.ts'

interface Checked {
  readonly set: ScenarioSet
  readonly notes: () => Promise<readonly Diagnostic[]>
  readonly diagnostics: readonly Diagnostic[]
}

/** Checks form and meaning of files. What has a wrong form is judged for that alone, but its name is known to others. */
export async function checkFiles(
  texts: readonly FileText[],
  under: ScenarioSet,
  unread: readonly Diagnostic[] = [],
): Promise<Checked> {
  const files: ScenarioFile[] = []
  const wrongForm: Diagnostic[] = []
  // One after the other: the steps of several files at once would be one long step.
  for (const text of texts) {
    const { file, diagnostics } = await readScenarioFile(text)
    wrongForm.push(...diagnostics)
    if (file) files.push(file)
  }
  const isFormRight = unread.length + wrongForm.length === 0
  // What cannot be read may declare any name.
  const hasAllNames = unread.length === 0 && files.length === texts.length && files.every((file) => file.hasAllNames)
  const { set, diagnostics } = await assembleSet(files, under, { isFormRight, hasAllNames })
  const framed = async (found: readonly Diagnostic[]) =>
    (await Promise.all(texts.map((text) => withFrames(text, found)))).flat()
  return {
    set,
    notes: () => framed(notesOn(files, under.scenarios)),
    diagnostics: [...unread, ...(await framed([...wrongForm, ...diagnostics]))],
  }
}
