import { nextTurn } from '../../time.ts'
import type { Replaced } from './build-tree.ts'
import { type Declared, declaredBy } from './file-contents.ts'
import { type Place, placesIn } from './line-column.ts'
import type { Fault, Tree } from './located-value.ts'
import type { Yaml } from './yaml.ts'
import { readYaml } from './yaml-document.ts'

/** One scenario file, read by itself. */
export interface ScenarioFile {
  /** How messages name it. */
  readonly name: string
  readonly isBuiltIn: boolean
  readonly text: string
  readonly placeOf: (offset: number) => Place
  /** Null when the text is not YAML. */
  readonly contents: { readonly tree: Tree; readonly declared: Declared } | null
  /** Values in whose place others came, each declared as if there were nothing else in the file. */
  readonly replaced: readonly (Replaced & { readonly declared: Declared })[]
  readonly faults: readonly Fault[]
}

/** Reads the text of one scenario file and judges its form. */
export async function readScenarioText(
  yaml: Yaml,
  named: { name: string; isBuiltIn: boolean },
  text: string,
): Promise<ScenarioFile> {
  const { tree, faults, replaced } = await readYaml(yaml, text)
  await nextTurn()
  const contents = tree && { tree, declared: declaredBy(tree.value) }
  const declared = replaced.map((each) => ({ ...each, declared: declaredBy(each.tree.value) }))
  return { ...named, text, placeOf: placesIn(text), contents, replaced: declared, faults }
}

/** The line on which a file declares a scenario or result. */
export function lineOf(file: ScenarioFile, section: 'results' | 'scenarios', name: string): number {
  const entry = file.contents?.tree.entries.get(section)?.tree.entries.get(name)
  return file.placeOf(entry?.keyOffset ?? 0).line
}
