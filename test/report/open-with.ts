import { join } from 'node:path'
import { folderWith } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

/** A sandbox with this scenario, and which of some names a run of it has met so far. */
export async function openWith(scenario: string) {
  const folder = folderWith({
    'mine.yaml': `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { ${scenario} } }`,
  })
  const sandbox = await openSandbox({ scenarios: [join(folder, 'mine.yaml')] })
  const shop = sandbox.shop({ callbackUrl: `${sandbox.url}/_sandbox/receiver` })
  const metOf = async (names: readonly string[]) => {
    const met: string[] = []
    for (const name of names) if ((await sandbox.required.neverMet([name])).length === 0) met.push(name)
    return met
  }
  return { sandbox, shop, metOf }
}
