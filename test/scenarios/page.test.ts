import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { expectSchema } from '../../src/scenarios/language/expect.ts'
import { scenarioSchema } from '../../src/scenarios/language/file.ts'
import { matchSchema } from '../../src/scenarios/language/match.ts'
import { respondSchema } from '../../src/scenarios/language/respond.ts'
import { webhookSchema } from '../../src/scenarios/language/webhook.ts'
import { checkScenarioText } from '../../src/scenarios/load.ts'
import { magicNumber, type Scenario } from '../../src/scenarios/scenario.ts'
import { startSandbox } from '../../src/testing/index.ts'
import { shipped } from './scenario-folders.ts'

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', 'docs', name), 'utf8')
const guide = pageOf('scenarios.md')
/** The situations that an integration meets, with a check for each. */
const page = pageOf('situations.md')

const blocks = (text: string, language: string) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, text = '']) => (of === language ? [text] : []))

/** How the page writes what chooses a scenario: `000911x`, or that only its name does. */
function ruleOf(scenario: Scenario): string {
  const number = magicNumber(scenario)
  if (number !== null) return `${number.slice(1, -1)}x`
  return scenario.name === shipped.defaultScenario ? 'default' : 'by name'
}

test('the chapters name shipped scenarios, each once and with its number', () => {
  const named = [...page.matchAll(/\*\*`([\w-]+)`\*\* \(`?([^`)]+)`?\)/g)].map(([, name, rule]) => `${name} ${rule}`)
  const rules = shipped.scenarios.map((scenario) => `${scenario.name} ${ruleOf(scenario)}`)
  expect(named.filter((one) => !rules.includes(one))).toEqual([])
  expect([...new Set(named)]).toEqual(named)
  expect(named).not.toEqual([])
})

test('the guide has an example of every key of a scenario', () => {
  const examples = blocks(guide, 'yaml').flatMap((text) => Object.values<object>(parse(text).scenarios))
  const used = new Set(examples.flatMap(keysIn))
  const { respond, webhook, ...keys } = scenarioSchema.shape
  const inside = (name: string, shape: object) => Object.keys(shape).map((key) => `${name}.${key}`)
  const all = [
    ...Object.keys(keys),
    ...inside('respond', respondSchema.shape),
    ...inside('webhook', webhookSchema.shape),
    ...inside('match', matchSchema.shape),
    ...inside('expect', expectSchema.shape),
  ]
  expect(all.filter((key) => !used.has(key))).toEqual([])
})

/** The keys of a scenario and of the maps in it: `webhook`, `webhook.drop`. */
function keysIn(scenario: object): readonly string[] {
  return Object.entries(scenario).flatMap(([key, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? [key, ...Object.keys(value).map((inner) => `${key}.${inner}`)]
      : [key],
  )
}

test.each(['scenarios.md', 'situations.md', 'reference/scenario-keys.md'])(
  'every piece of YAML of docs/%s loads',
  async (name) => {
    const pieces = blocks(pageOf(name), 'yaml')
    const problems = await Promise.all(pieces.map((text) => checkScenarioText(text, name, shipped)))
    expect(pieces.length).toBeGreaterThan(0)
    expect(problems.flat()).toEqual([])
  },
)

const [beginning = '', ...checks] = blocks(page, 'js')
const AsyncFunction: typeof Function = (async () => {}).constructor as typeof Function

test.each(
  checks.map((code) => [
    code
      .split('\n')
      .find((line) => /'\w+-\d'|000/.test(line))
      ?.trim(),
    code,
  ]),
)('the check with %s holds', async (_, code) => {
  const start = async (options: Parameters<typeof startSandbox>[0]) => {
    const sandbox = await startSandbox(options)
    onTestFinished(() => sandbox.stop())
    return sandbox
  }
  const run = new AsyncFunction('assert', 'startSandbox', beginning.replaceAll(/^import .*$/gm, '') + code)
  await run(assert, start)
})

test('there are checks, and one that does not hold is found', async () => {
  expect(checks.length).toBeGreaterThan(10)
  const run = new AsyncFunction('assert', 'assert.equal(1, await Promise.resolve(2))')
  await expect(run(assert)).rejects.toThrow('Expected values to be strictly equal')
})
