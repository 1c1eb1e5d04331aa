import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readShipped } from '../../src/sandbox/shipped.ts'
import { loadScenarios } from '../../src/scenarios/load.ts'
import type { ScenarioSet } from '../../src/scenarios/scenario.ts'

export const shippedDir = join(import.meta.dirname, '..', '..', 'scenarios')

export const { scenarios: shipped } = await readShipped()

export async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(folder, { recursive: true })
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return folder
}

export async function loaded(yaml: string): Promise<ScenarioSet> {
  return loadScenarios({ paths: await folderOf({ 'my.yaml': yaml }), strict: true }, shipped)
}
