import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type Sandbox, startSandbox } from '../../src/testing/index.ts'
import { type ArbitraryScenario, arbitraryScenario } from '../support/arbitrary-scenarios.ts'
import { start } from '../support/shop.ts'
import { playForecast } from './play-forecast.ts'

/** So many files of up to twelve scenarios; `FORECASTS` sets another number. */
const files = Number(process.env.FORECASTS ?? 15)

test('what an explanation says beforehand is what happens, for every scenario that can be written', {
  timeout: files * 5000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryScenario, { minLength: 1, maxLength: 12, size: 'max' }), async (scenarios) => {
      const folder = await mkdtemp(join(tmpdir(), 'forecasts-'))
      const sandbox = await startWith(scenarios, folder)
      try {
        for (const [index, scenario] of scenarios.entries()) {
          const { forecast, happened } = await playForecast(sandbox, scenario, index)
          expect(happened, `scenario ${index}: ${JSON.stringify(scenario)}`).toEqual(forecast)
        }
      } finally {
        await sandbox.stop()
        await rm(folder, { recursive: true })
      }
    }),
    { numRuns: files },
  )
})

async function startWith(scenarios: readonly ArbitraryScenario[], folder: string): Promise<Sandbox> {
  const written = scenarios.map(({ written, chosenBy }, index) => {
    const match = chosenBy === 'match' ? { match: { reference: `rule-${index}-*` } } : {}
    return [`scenario-${index}`, { ...match, ...written }]
  })
  await writeFile(join(folder, 'mine.yaml'), stringify({ version: 1, scenarios: Object.fromEntries(written) }))
  return startSandbox({ clock: start, scenarios: folder })
}
