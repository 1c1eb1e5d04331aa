import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScenarios } from '../../src/scenarios/live-scenarios.ts'
import { until } from '../support/until.ts'
import { shipped } from './scenario-folders.ts'

const yaml = (scenarios: string) => `version: 1\nscenarios: ${scenarios}`

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function opened(userDir: string | readonly string[], strict: boolean) {
  const hints: string[] = []
  const problems: string[] = []
  const log = {
    hint: (message: string) => void hints.push(message),
    problem: (message: string) => void problems.push(message),
  }
  const live = await openScenarios({ paths: userDir, strict }, shipped, log)
  onTestFinished(() => live.close())
  const saidIn = (lines: readonly string[], part: string) =>
    until(
      () => `${part} in ${JSON.stringify(lines)}`,
      () => lines.some((each) => each.includes(part)) || undefined,
    )
  const said = (part: string) => saidIn(hints, part)
  const refused = (part: string) => saidIn(problems, part)
  const has = (name: string) => live.now().byName.has(name)
  const isRead = (name: string) => until(name, () => has(name) || undefined)
  return { live, hints, said, refused, has, isRead }
}

async function open(text: string) {
  const userDir = await emptyFolder()
  const file = join(userDir, 'mine.yaml')
  await writeFile(file, text)
  return { file, ...(await opened(userDir, true)) }
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
  const { file, live, refused } = await open(withDefault('{ mine: {} }'))
  await writeFile(file, withDefault('{ other: {} }'))
  await refused('mine.yaml:2:23  defaults.scenario: "mine" is not a scenario')
  expect([live.now().defaultScenario, live.now().byName.has('mine')]).toEqual(['mine', true])
})

test('a folder that is not there at the start is read when it comes, goes, and comes again', async () => {
  const userDir = join(await emptyFolder(), 'scenarios')
  const { hints, has, isRead } = await opened(userDir, false)
  await mkdir(userDir)
  await writeFile(join(userDir, 'mine.yaml'), yaml('{ first: {} }'))
  await isRead('first')
  await rm(userDir, { recursive: true })
  await until('nothing of it', () => !has('first') || undefined)
  await mkdir(userDir)
  await writeFile(join(userDir, 'mine.yaml'), yaml('{ second: {} }'))
  await isRead('second')
  await writeFile(join(userDir, 'mine.yaml'), yaml('{ third: {} }'))
  await isRead('third')
  expect(hints.length).toBeGreaterThanOrEqual(4)
})

test('what is not a scenario file of the folder does not make it read again, though the log itself stands there', async () => {
  const { file, hints, isRead } = await open(yaml('{ first: {} }'))
  for (const name of ['sandbox.log', 'notes.txt', 'mine.yaml.tmp']) await writeFile(join(dirname(file), name), 'line\n')
  await writeFile(file, yaml('{ second: {} }'))
  await isRead('second')
  expect(hints).toHaveLength(1)
  await writeFile(join(dirname(file), 'sandbox.log'), 'another line\n')
  await writeFile(file, yaml('{ third: {} }'))
  await isRead('third')
  expect(hints).toHaveLength(2)
})

test('a file that was named is read again when another takes its place, and no neighbour of it matters', async () => {
  const folder = await emptyFolder()
  const file = join(folder, 'mine.yaml')
  await writeFile(file, yaml('{ first: {} }'))
  const { hints, has, isRead } = await opened([file], true)
  await writeFile(join(folder, 'other.yaml'), yaml('{ other: {} }'))
  for (const name of ['second', 'third']) {
    await writeFile(join(folder, 'new'), yaml(`{ ${name}: {} }`))
    await rename(join(folder, 'new'), file)
    await isRead(name)
  }
  expect([has('first'), has('other')]).toEqual([false, false])
  expect(hints).toHaveLength(2)
})
