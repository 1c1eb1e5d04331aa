import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/testing/index.ts'
import { start } from './shop.ts'

/** A frozen sandbox that knows the scenarios of this file beside the shipped ones; it stops when the test ends. */
export async function startWithScenarios(yaml: string, clock = start): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'own.yaml'), yaml)
  const sandbox = await startSandbox({ clock, scenarios: folder })
  onTestFinished(() => sandbox.stop())
  return sandbox
}
