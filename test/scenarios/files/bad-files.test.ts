import { expect, test } from 'vitest'
import { checkScenarioText, loadScenarios } from '../../../src/scenarios/load.ts'
import { folderOf, loaded, shipped } from '../scenario-folders.ts'
import { badFiles } from './bad-files.ts'

/** What is wrong with a text, one line each, without frames: `line:column path: message`. */
async function wrongWith(text: string): Promise<string[]> {
  const problems = await checkScenarioText(text, 'my.yaml')
  return problems.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
}

test('a diagnostic has its file, line, column, path, what to write, and the lines around it', async () => {
  const text =
    'version: 1\nscenarios:\n  slow:\n    after: 1m\n  wrong-pin:\n    summary: Oh\n    after: 5 sec\n    outcome: approved\n'
  const folder = await folderOf({ 'my.yaml': text })
  const load = loadScenarios({ paths: folder, strict: true }, shipped)
  await expect(load).rejects.toThrow(
    [
      `${folder}/my.yaml:7:12  scenarios.wrong-pin.after: "5 sec" is not a duration; write for example 5s, 2m or 1m30s`,
      '  5 |   wrong-pin:',
      '  6 |     summary: Oh',
      '> 7 |     after: 5 sec',
      '    |            ^',
      '  8 |     outcome: approved',
    ].join('\n'),
  )
})

test.each(badFiles)('of $text all that is wrong is reported', async ({ text, wrong: expected }) => {
  expect(await wrongWith(text)).toEqual(expected)
})

test('a scenario whose form is wrong is judged for its form alone, and the others for what they mean', async () => {
  const file = (after: string) =>
    `version: 1\nscenarios:\n  a:\n    after: ${after}\n    outcome: { failed: nope }\n  b: { match: { currency: GHC } }\n`
  expect(await wrongWith(file('5'))).toEqual([
    '4:12 scenarios.a.after: 5 is not a duration; write for example 5s, 2m or 1m30s',
    '6:27 scenarios.b.match.currency: "GHC" is not a currency; did you mean GHS?',
  ])
  expect(await wrongWith(file('5s'))).toEqual([
    `5:24 scenarios.a.outcome.failed: "nope" is not a result; ${await everyResult()}`,
    '6:27 scenarios.b.match.currency: "GHC" is not a currency; did you mean GHS?',
  ])
})

async function everyResult(): Promise<string> {
  const { results } = await loaded('version: 1')
  return `write one of ${[...results.keys()].filter((name) => name !== 'approved').join(', ')}`
}

test('a text may name the results and scenarios of the set it is checked against', async () => {
  const known = await loaded('version: 1\nresults: { blocked: { code: "1", source: S, text: T } }')
  const text = 'version: 1\ndefaults: { scenario: approve }\nscenarios: { a: { outcome: { failed: blocked } } }'
  expect(await checkScenarioText(text, 'my.yaml', known)).toEqual([])
  expect(await checkScenarioText(text, 'my.yaml')).toHaveLength(2)
})

test('columns count on after Windows line ends and letters beyond ASCII', async () => {
  expect(await wrongWith('version: 1\r\nscenarios: { a: { summary: é, after: x } }\r\n')).toEqual([
    '2:38 scenarios.a.after: "x" is not a duration; write for example 5s, 2m or 1m30s',
  ])
})
