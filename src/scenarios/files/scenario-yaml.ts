import type { Scenario } from '../scenario.ts'

export async function scenarioYaml({ name, written }: Pick<Scenario, 'name' | 'written'>): Promise<string> {
  const { Document, isCollection, isMap } = await import('yaml')
  const document = new Document({ version: 1, scenarios: { [name]: written } })
  const parts = document.getIn(['scenarios', name])
  if (isMap(parts)) for (const { value } of parts.items) if (isCollection(value)) value.flow = true
  return document.toString({ lineWidth: 120 })
}

/** The same scenario, chosen by one reference only, under a new name so that the loaded one stays. */
export function scenarioYamlFor({ name, written }: Pick<Scenario, 'name' | 'written'>, reference: string) {
  const { match, ...played } = written
  return scenarioYaml({ name: `${name}-again`, written: { match: { reference }, ...played } })
}
