import { resolve } from 'node:path'
import type { Scenario, ScenarioSet } from './scenario.ts'

type Placed = Pick<Scenario, 'name' | 'source'>

/**
 * Returns a test for scenarios that the user wrote, also under the name of a shipped one. It compares name and place: a
 * sandbox that runs in the folder of the package reads the shipped files a second time as the user's.
 */
export function isOwnOver(shipped: ScenarioSet): (scenario: Placed) => boolean {
  const places = new Set(shipped.scenarios.map(placeOf))
  return (scenario) => !places.has(placeOf(scenario))
}

function placeOf({ name, source: { file, line } }: Placed): string {
  return `${resolve(file)}:${line} ${name}`
}
