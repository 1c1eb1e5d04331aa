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

/** Checks the meaning of files once all have a valid form: an invalid one may declare a name that others use. */
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
  const { set, diagnostics } = await assembleSet(isFormRight ? files : [], under)
  const framed = async (found: readonly Diagnostic[]) =>
    (await Promise.all(texts.map((text) => withFrames(text, found)))).flat()
  return {
    set,
    notes: () => framed(notesOn(files, under.scenarios)),
    diagnostics: [...unread, ...(await framed([...wrongForm, ...diagnostics]))],
  }
}
