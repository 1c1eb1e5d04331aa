import { parse } from 'yaml'
import { checkConfig, configProblems } from '../../../src/config.ts'
import { checkScenarioText } from '../../../src/scenarios/load.ts'
import { shipped } from '../../scenarios/scenario-folders.ts'

/** What the sandbox says against a piece of YAML: a file of scenarios where it has a version, a config file otherwise. */
export async function yamlProblems(text: string): Promise<readonly string[]> {
  const value: unknown = parse(text)
  if (typeof value === 'object' && value !== null && 'version' in value) {
    const diagnostics = await checkScenarioText(text, 'the page', shipped)
    return diagnostics.map((diagnostic) => JSON.stringify(diagnostic))
  }
  const checked = checkConfig(value)
  return checked.success
    ? []
    : configProblems(checked.error).map(({ path, message }) => `${path.join('.')}: ${message}`)
}
