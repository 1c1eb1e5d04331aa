import type { WrittenFile } from '../language/file.ts'
import type { Scenario } from '../scenario.ts'

interface WrittenScenarios {
  /** Comes before the file; its lines begin with a space. */
  readonly head?: string
  readonly results?: NonNullable<WrittenFile['results']>
  readonly scenarios: readonly (Pick<Scenario, 'name'> & {
    readonly scenario: Scenario['written']
    readonly comment?: string
  })[]
}

/** Writes a scenario file: each key of a scenario has a line. */
export async function scenariosYaml({ head = '', results = {}, scenarios }: WrittenScenarios): Promise<string> {
  const { Document, isCollection, isMap, isScalar } = await import('yaml')
  const document = new Document({
    version: 1,
    ...(Object.keys(results).length > 0 ? { results } : {}),
    scenarios: Object.fromEntries(scenarios.map(({ name, scenario }) => [name, scenario])),
  })
  if (head !== '') document.commentBefore = head
  const written = ['results', 'scenarios'].flatMap((key) => {
    const map = document.get(key)
    return isMap(map) ? map.items : []
  })
  const comments = new Map(scenarios.map(({ name, comment }) => [name, comment]))
  for (const { key, value } of written) {
    const comment = isScalar(key) && comments.get(String(key.value))
    if (comment && isScalar(key)) key.commentBefore = comment
    if (isMap(value)) for (const part of value.items) if (isCollection(part.value)) part.value.flow = true
  }
  return document.toString({ lineWidth: 120 })
}

export function scenarioYaml({ name, written }: Pick<Scenario, 'name' | 'written'>): Promise<string> {
  return scenariosYaml({ scenarios: [{ name, scenario: written }] })
}

/** The same scenario, chosen by one reference only, under a new name so that the loaded one stays. */
export function scenarioYamlFor({ name, written }: Pick<Scenario, 'name' | 'written'>, reference: string) {
  const { match, ...played } = written
  return scenarioYaml({ name: `${name}-again`, written: { match: { reference }, ...played } })
}
