import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { results } from '../../src/catalogue/results.ts'
import type { Flow } from '../../src/domain/transaction.ts'
import { scenarioSchema } from '../../src/scenarios/language/file.ts'
import { respondSchema } from '../../src/scenarios/language/respond.ts'
import { webhookSchema } from '../../src/scenarios/language/webhook.ts'
import { checkScenarioText } from '../../src/scenarios/load.ts'
import { magicNumber, type Scenario } from '../../src/scenarios/scenario.ts'
import { startSandbox } from '../../src/testing/index.ts'
import { shipped } from './scenario-folders.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'scenarios.md'), 'utf8')

/** The pieces of the page in a language. */
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].flatMap(([, of, text = '']) => (of === language ? [text] : []))

/** How the page writes what chooses a scenario: `000911x`, or that only its name does. */
function ruleOf(scenario: Scenario): string {
  const number = magicNumber(scenario)
  if (number !== null) return `${number.slice(1, -1)}x`
  return scenario.name === shipped.defaultScenario ? 'default' : 'by name'
}

const flowNames: Readonly<Record<Flow, string>> = {
  'mobile-money': 'mobile money',
  'virtual-account': 'virtual account',
  'bank-payout': 'bank payout',
  'mobile-money-payout': 'mobile money payout',
}

test('the page lists all shipped scenarios, in the order in which their rules are tried', () => {
  const rows = shipped.scenarios.map((scenario) => {
    const rule = scenario.match === null ? ruleOf(scenario) : `\`${ruleOf(scenario)}\``
    const happensTo = scenario.match?.flow ?? scenario.flows
    const flows = happensTo.length === 4 ? 'all' : happensTo.map((flow) => flowNames[flow]).join(', ')
    return `| \`${scenario.name}\` | ${flows} | ${rule} | ${scenario.summary} |`
  })
  const [, list = ''] = page.split('| scenario | for | chosen by | what happens |\n| --- | --- | --- | --- |\n')
  expect(list.trimEnd().split('\n')).toEqual(rows)
})

test('the chapters name every shipped scenario once, each with its number', () => {
  const named = [...page.matchAll(/\*\*`([\w-]+)`\*\* \(`?([^`)]+)`?\)/g)].map(([, name, rule]) => `${name} ${rule}`)
  expect(named.toSorted()).toEqual(shipped.scenarios.map((scenario) => `${scenario.name} ${ruleOf(scenario)}`).sort())
})

/** The rows of the table of results. */
const resultRows = /^\| `\w+` \| \d{4} \|.*\n/gm

test('the table of results is the catalogue', () => {
  const rows = Object.entries(results).map(
    ([name, [code, source, text]]) => `| \`${name}\` | ${code} | ${source} | ${text} |\n`,
  )
  expect(page.match(resultRows)).toEqual(rows)
})

test('the page names every result that has a scenario of its code', () => {
  const codes = new Set([...page.replaceAll(resultRows, '').matchAll(/\b\d{4}\b/g)].map(([code]) => code))
  expect(Object.values(results).filter(([code]) => !codes.has(code))).toEqual([])
})

test('the table of keys has every key', () => {
  const [table = ''] = /^\| key \|.*?\n\n/ms.exec(page) ?? []
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => {
    const [first = '', ...others] = [...cell.matchAll(/`([\w.]+)`/g)].map(([, key = '']) => key)
    const parent = first.includes('.') ? `${first.split('.')[0]}.` : ''
    return [first, ...others.map((key) => (key.includes('.') ? key : parent + key))]
  })
  const { respond, webhook, ...keys } = scenarioSchema.shape
  const inside = (name: string, shape: object) => Object.keys(shape).map((key) => `${name}.${key}`)
  const all = [
    ...Object.keys(keys),
    ...inside('respond', respondSchema.shape),
    ...inside('webhook', webhookSchema.shape),
  ]
  expect(named.sort()).toEqual(all.sort())
})

test('every piece of YAML on the page loads', async () => {
  const problems = await Promise.all(
    blocks('yaml').map((text) => checkScenarioText(text, 'docs/scenarios.md', shipped)),
  )
  expect(problems.length).toBeGreaterThan(1)
  expect(problems.flat()).toEqual([])
})

const [beginning = '', ...checks] = blocks('js')
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
