import { expect, test } from 'vitest'
import type { QueueEntry } from '../../../src/domain/business.ts'
import { Rejection } from '../../../src/domain/rejection.ts'
import {
  compileScenarios,
  type ScenarioChoice,
  type SelectionFacts,
  select,
} from '../../../src/scenarios/select/select.ts'
import { loaded } from '../scenario-folders.ts'

const facts: SelectionFacts = {
  flow: 'mobile-money',
  accountNumbers: ['233241234567', '0241234567'],
  reference: 'order-1',
  network: 'MTN',
  currency: 'GHS',
  reason: 'Shoes',
  amountMinor: 10_050,
}
const noChoice: ScenarioChoice = { header: null, queue: [], metadataScenario: undefined, businessDefault: null }

const queued = (use: string): readonly QueueEntry[] => [{ id: 1, use, remaining: 1, match: null }]

type Given = Partial<SelectionFacts> & Partial<ScenarioChoice>

/** What is chosen for a request against the shipped scenarios and some of the user's, as `name; by=selector` or a refusal's text. */
async function chosen(given: Given, scenarios = '{}', defaultScenario?: string): Promise<string> {
  const defaults = defaultScenario ? `defaults: { scenario: ${defaultScenario} }\n` : ''
  const compiled = compileScenarios(await loaded(`version: 1\n${defaults}scenarios: ${scenarios}`))
  const selected = select(compiled, { ...facts, ...given }, { ...noChoice, ...given }, () => 0)
  if (!(selected instanceof Rejection)) return `${selected.scenario.name}; by=${selected.by}`
  expect(selected.rule).toBe('unknown_scenario')
  return selected.message
}

test('the seven ways of choosing go before each other in their order', async () => {
  const all: Required<Pick<Given, 'header' | 'queue' | 'metadataScenario' | 'reference' | 'businessDefault'>> = {
    header: 'wrong-pin',
    queue: queued('timeout'),
    metadataScenario: 'insufficient-balance',
    reference: 'scn:not-registered:order-1',
    businessDefault: 'slow-webhook',
  }
  const rule = '{ mine: { match: { network: MTN } } }'
  expect(await chosen(all, rule)).toBe('wrong-pin; by=header')
  expect(await chosen({ ...all, header: null }, rule)).toBe('timeout; by=queue')
  expect(await chosen({ ...all, header: null, queue: [] }, rule)).toBe('insufficient-balance; by=metadata')
  const { reference, businessDefault } = all
  expect(await chosen({ reference, businessDefault }, rule)).toBe('not-registered; by=reference')
  expect(await chosen({ businessDefault }, rule)).toBe('mine; by=match')
  expect(await chosen({ businessDefault })).toBe('slow-webhook; by=business')
  expect(await chosen({})).toBe('approve; by=file')
  expect(await chosen({}, '{ mine: {} }', 'mine')).toBe('mine; by=file')
})

test.each([
  [{ flow: 'virtual-account', queue: queued('timeout') }, 'approve; by=file'],
  [{ flow: 'virtual-account', queue: [...queued('timeout'), ...queued('va-expiry')] }, 'va-expiry; by=queue'],
  [{ flow: 'bank-payout', queue: queued('wrong-pin'), reference: 'scn:switch-error:1' }, 'switch-error; by=reference'],
] as const)('%j passes over a queued scenario that cannot happen', async (given, text) => {
  expect(await chosen(given)).toBe(text)
})

test('a match rule is skipped where its scenario cannot happen', async () => {
  const rules =
    '{ broke: { match: { network: "058" }, outcome: { failed: wrong_pin } }, late: { match: { network: "058" }, expires: 5m } }'
  expect(await chosen({ network: '058' }, rules)).toBe('broke; by=match')
  expect(await chosen({ network: '058', flow: 'virtual-account' }, rules)).toBe('late; by=match')
  expect(await chosen({ network: '058', flow: 'bank-payout' }, rules)).toBe('approve; by=file')
})

test('a default that cannot happen gives way to the next one, in the end to approve', async () => {
  const given = { flow: 'bank-payout', businessDefault: 'wrong-pin' } as const
  expect(await chosen(given, '{ mine: {} }', 'mine')).toBe('mine; by=file')
  expect(await chosen(given, '{ mine: { expires: 5m } }', 'mine')).toBe('approve; by=file')
  expect(await chosen(given, '{ approve: { transfers: [] } }')).toBe('approve; by=file')
})

test('a default of the business that is gone from the files is refused, and nothing is approved in its place', async () => {
  const given = { businessDefault: 'wrong-pni' }
  expect(await chosen(given)).toBe('Unknown scenario wrong-pni (the default of this business): did you mean wrong-pin?')
  expect(await chosen(given, '{ mine: { match: { network: MTN } } }')).toBe('mine; by=match')
})

test.each([
  ['{ accountNumber: "024*" }', true],
  ['{ accountNumber: "23324*" }', true],
  ['{ accountNumber: ["9*", "*567"] }', true],
  ['{ accountNumber: "*999" }', false],
  ['{ flow: [bank-payout, mobile-money] }', true],
  ['{ flow: bank-payout }', false],
  ['{ reference: "order-?" }', true],
  ['{ reference: "ORDER-?" }', false],
  ['{ currency: "G*", network: MTN, reason: "*oe*" }', true],
  ['{ currency: GHS, network: VOD }', false],
  ['{ amount: 100.5 }', true],
  ['{ amount: 100.51 }', false],
  ['{ amount: { gt: 100.49, lt: 100.51 } }', true],
  ['{ amount: { gt: 100.5 } }', false],
  ['{ amount: { gte: 100.5, lte: 100.5 } }', true],
])('the rule %s holds: %s', async (match, holds) => {
  expect(await chosen({}, `{ mine: { match: ${match} } }`)).toBe(holds ? 'mine; by=match' : 'approve; by=file')
})

test('no pattern of a reason fits a request without one', async () => {
  expect(await chosen({ reason: null }, '{ mine: { match: { reason: "*" } } }')).toBe('approve; by=file')
})

test('amounts are compared in the minor units of the currency', async () => {
  const rule = '{ mine: { match: { amount: { gt: 1000 } } } }'
  expect(await chosen({ currency: 'UGX', amountMinor: 1001 }, rule)).toBe('mine; by=match')
  expect(await chosen({ currency: 'USDT', amountMinor: 1_000_000_001 }, rule)).toBe('mine; by=match')
  expect(await chosen({ currency: 'GHS', amountMinor: 1001 }, rule)).toBe('approve; by=file')
})

test('rules are tried in file order, and the first that holds wins', async () => {
  const rules = '{ zebra: { match: { network: "M*" } }, ape: { match: { network: "*TN" } } }'
  expect(await chosen({}, rules)).toBe('zebra; by=match')
})

test('rules of the user go before built-in ones', async () => {
  const number = { accountNumbers: ['233240009110', '0240009110'] }
  expect(await chosen(number)).toBe('wrong-pin; by=match')
  expect(await chosen(number, '{ mine: { match: { accountNumber: "024*" } } }')).toBe('mine; by=match')
})
