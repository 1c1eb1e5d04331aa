import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ScenarioFilesError } from '../../src/scenarios/problem.ts'
import { openStories } from '../../src/scenarios/stories.ts'
import { until } from '../support/until.ts'
import { shippedDir } from './scenario-folders.ts'

const yaml = (scenarios: string) => `version: 1\nscenarios: ${scenarios}`

async function open(text: string) {
  const userDir = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(userDir, { recursive: true }))
  const file = join(userDir, 'mine.yaml')
  await writeFile(file, text)
  const hints: string[] = []
  const problems: string[] = []
  const log = {
    hint: (message: string) => void hints.push(message),
    problem: (message: string) => void problems.push(message),
  }
  const stories = await openStories({ builtInDir: shippedDir, userDir, strict: true }, log)
  onTestFinished(() => stories.close())
  const saidIn = (told: readonly string[], part: string) =>
    until(
      () => `${part} in ${JSON.stringify(told)}`,
      () => told.some((each) => each.includes(part)) || undefined,
    )
  const said = (part: string) => saidIn(hints, part)
  const refused = (part: string) => saidIn(problems, part)
  return { file, stories, said, refused, has: (name: string) => stories.now().byName.has(name) }
}

test('a file that changes is read again, also when an editor puts a new file in its place', async () => {
  const { file, said, has } = await open(yaml('{ first: {} }'))
  await writeFile(file, yaml('{ first: {}, second: {} }'))
  await said('were read again')
  expect(has('second')).toBe(true)
  await writeFile(`${file}.tmp`, yaml('{ third: {} }'))
  await rename(`${file}.tmp`, file)
  await until('the third scenario', () => has('third') || undefined)
  expect([has('first'), has('wrong-pin')]).toEqual([false, true])
})

test('a file that becomes wrong leaves the last good version, says where it is wrong, and can be mended', async () => {
  const { file, said, refused, has } = await open(yaml('{ first: {} }'))
  await writeFile(file, yaml('{ second: { after: soon } }'))
  await refused('mine.yaml:2:31  scenarios.second.after: "soon" is not a duration')
  expect([has('first'), has('second')]).toEqual([true, false])
  await writeFile(file, yaml('{ second: { after: 1s } }'))
  await said('were read again')
  expect([has('first'), has('second')]).toEqual([false, true])
})

test('a file that no longer has the scenario of its defaults is not taken: nothing else is played in its place', async () => {
  const withDefault = (scenarios: string) => `version: 1\ndefaults: { scenario: mine }\nscenarios: ${scenarios}`
  const { file, stories, refused } = await open(withDefault('{ mine: {} }'))
  await writeFile(file, withDefault('{ other: {} }'))
  await refused('mine.yaml:2:23  defaults.scenario: "mine" is not a scenario')
  expect([stories.now().defaultScenario, stories.now().byName.has('mine')]).toEqual(['mine', true])
})

test('a file that is wrong from the beginning is refused', async () => {
  await expect(open(yaml('{ first: { after: soon } }'))).rejects.toThrow(ScenarioFilesError)
})
