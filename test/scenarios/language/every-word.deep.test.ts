import { expect, test } from 'vitest'
import type { Flow } from '../../../src/domain/transaction.ts'
import type { Receiver, Sandbox } from '../../../src/testing/index.ts'
import { startWithScenarios } from '../../support/own-scenarios.ts'
import { type ScenarioRequest, scenarioRequest } from '../../support/scenario-request.ts'
import { openShop, openShopWithReceiver, type Shop } from '../../support/shop.ts'
import { badFiles } from '../files/bad-files.ts'
import { language } from '../language.ts'
import { matchRows, resultRows, type WordRow, wordRows } from './every-word-rows.ts'

/** Words that the tests below are about, beside the words that have a row. */
const others = [
  'defaults.scenario',
  'scenarios.*.respond.delay',
  'scenarios.*.summary',
  'scenarios.*.match.reference',
  'scenarios.*.mix', // select/mix.test.ts
  'version',
  'version=1',
]

/** A word that says what is so anyway. */
const idle: readonly [string, WordRow] = ['idle', { scenario: 'after: 3s', other: '' }]

const scenarios = [idle, ...Object.entries(wordRows)].flatMap(([word, { scenario, other }]) => [
  [named(word), scenario],
  [`${named(word)}-other`, other],
])
const matches = Object.entries(matchRows).flatMap(([word, { holds, fails }]) => [
  [`fit-${named(word)}`, `match: { reference: "fit-${named(word)}.*", ${holds} }`],
  [`unfit-${named(word)}`, `match: { reference: "unfit-${named(word)}.*", ${fails} }`],
])
const results = { base: 'code: "4100", source: S, text: T', ...resultRows }
const lower = (name: string) => name.toLowerCase()
const yaml = [
  'version: 1',
  'defaults: { scenario: usual }',
  'results:',
  ...Object.entries(results).map(([name, text]) => `  r_${lower(name)}: { ${text} }`),
  'scenarios:',
  '  usual: { summary: The one without a name }',
  '  late: { respond: { delay: 400ms } }',
  '  by-reference: { match: { reference: "words-*" } }',
  ...[...scenarios, ...matches].map(([name, text]) => `  ${name}: { ${text} }`),
  ...Object.keys(results).map((name) => `  result-${name}: { outcome: { failed: r_${lower(name)} } }`),
].join('\n')

test('every word of the language has a row or a test here', () => {
  const proven = [
    ...Object.keys(wordRows).map((word) => `scenarios.*.${word}`),
    ...Object.keys(matchRows).map((word) => `scenarios.*.match.${word}`),
    ...Object.keys(resultRows).map((word) => `results.*.${word}`),
    ...others,
  ]
  const words = language()
  // A key that holds other words is proven by them.
  const holdsOthers = (word: string) =>
    words.some((other) => /^[.[=]/.test(other.slice(word.length)) && other.startsWith(word))
  expect(words.filter((word) => !holdsOthers(word) && !proven.includes(word))).toEqual([])
  expect(proven.filter((word) => !words.includes(word))).toEqual([])
})

test('a word without its row is missed', () => {
  expect(language()).toContain('scenarios.*.webhook.delay=before-reply')
  expect(language()).not.toContain('scenarios.*.webhook.delay=after-reply')
})

test('every word of a scenario makes a difference to what is seen, and nothing else does', async () => {
  const sandbox = await startWithScenarios(yaml)
  const judged = await Promise.all(Object.entries(wordRows).map((row) => judgedRow(sandbox, row)))
  expect(judged.filter(({ isSeen, isSteady }) => !isSeen || !isSteady)).toEqual([])
  expect(await judgedRow(sandbox, idle)).toEqual({ word: 'idle', isSeen: false, isSteady: true })
})

test('every word of a match decides whether its rule holds', async () => {
  const sandbox = await startWithScenarios(yaml)
  const shop = await openShop(sandbox)
  const chosen = async (flow: Flow, reference: string) => {
    const { path, body } = scenarioRequest(flow, reference)
    return (await shop.post(path, body())).headers['x-sandbox-scenario']
  }
  for (const [word, { flow = 'mobile-money' }] of Object.entries(matchRows)) {
    expect(await chosen(flow, `fit-${named(word)}.1`)).toBe(`fit-${named(word)}; by=match`)
    expect(await chosen(flow, `unfit-${named(word)}.1`)).toBe('usual; by=file')
  }
  expect(await chosen('mobile-money', 'words-1')).toBe('by-reference; by=match')
})

test('every word of a result is in the record of who fails by it', async () => {
  const sandbox = await startWithScenarios(yaml)
  const shop = await openShop(sandbox)
  const records = new Map<string, string>()
  for (const name of Object.keys(results)) {
    const { body } = await shop.collect({}, { 'x-sandbox-scenario': `result-${name}` })
    await shop.runUntilIdle()
    records.set(name, (await shop.find(body.id)).text)
    await shop.reset()
  }
  expect(new Set(records.values()).size).toBe(records.size)
})

test('a delay keeps the reply back', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  const before = performance.now()
  expect((await shop.collect({}, { 'x-sandbox-scenario': 'late' })).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThanOrEqual(399)
})

test('a summary is shown, and a file without its version is refused', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  expect((await shop.get('/_sandbox/scenarios/usual')).body.summary).toBe('The one without a name')
  const wrong = badFiles.flatMap((file) => file.wrong)
  expect(wrong).toContain('1:1 version: is missing; begin the file with version: 1')
  expect(wrong).toContain('1:10 version: 2 is not a version that can be read here; write version: 1')
})

/** Plays a scenario, its other and that once more, in one business that is reset each time. */
async function judgedRow(sandbox: Sandbox, [word, { flow = 'mobile-money' }]: readonly [string, WordRow]) {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  const plays: string[] = []
  for (const name of [named(word), `${named(word)}-other`, `${named(word)}-other`]) {
    plays.push(await played({ shop, receiver, flow }, name))
    await shop.reset()
  }
  const [scenario, other, again] = plays
  return { word, isSeen: scenario !== other, isSteady: other === again }
}

function named(word: string): string {
  return word.replace('[]', '-each').replaceAll(/[^A-Za-z0-9]+/g, '-')
}

interface Opened {
  readonly shop: Shop
  readonly receiver: Receiver
  readonly flow: Flow
}

/** All that can be seen of two transactions of a scenario: replies, records, phone, webhooks, and what the report says. */
async function played({ shop, receiver, flow }: Opened, scenario: string): Promise<string> {
  const before = receiver.webhooks.length
  const request = scenarioRequest(flow, 'words-of-order')
  const replies = [await created(shop, request, scenario), await created(shop, request, scenario)]
  replies.push(await created(shop, scenarioRequest(flow, 'words-of-another'), scenario))
  const stored: { id: string }[] = (await shop.get('/_sandbox/transactions')).body.data
  const phone = (await shop.get('/_sandbox/phones/0241234567')).body
  for (const { id } of stored) await shop.post('/collections/otp', { id, otp: 'wrong' })
  await shop.runUntilIdle()
  for (const { id } of stored) for (const _ of [1, 2, 3]) await shop.find(id)
  await shop.runUntilIdle()
  const records = await Promise.all(stored.map(async ({ id }) => (await shop.get(`/_sandbox/transactions/${id}`)).body))
  const report = (await shop.get('/_sandbox/report')).body
  const expectations = report.expectations.map(({ ok }: { ok: boolean }) => ok)
  const webhooks = receiver.webhooks.slice(before).map(({ raw, headers }) => [raw.toString(), headers])
  const seen = JSON.stringify({ replies, phone, records, expectations, webhooks })
  // How long a real answer took is not in the scenario's words.
  return seen.replaceAll(/"durationMs":\d+/g, '').replaceAll(scenario, 'it')
}

function created(shop: Shop, { path, body }: ScenarioRequest, scenario: string): Promise<unknown> {
  return shop.post(path, body(), { 'x-sandbox-scenario': scenario }).then(
    ({ status, text }) => ({ status, text }),
    () => 'none',
  )
}
