import { expect, test } from 'vitest'
import { flows } from '../../src/domain/transaction.ts'
import { readShipped } from '../../src/sandbox/shipped.ts'
import { compileScenarios, select } from '../../src/scenarios/select/select.ts'
import { run } from '../support/cli.ts'
import { runInProcess } from '../support/in-process.ts'
import { shipped } from './scenario-folders.ts'

const compiled = compileScenarios(shipped)

test('every shipped scenario says in one line what it tells', () => {
  expect(shipped.scenarios.filter(({ summary }) => summary === null)).toEqual([])
})

test('approve fits every flow and is the default', () => {
  const approve = compiled.byName.get('approve')
  expect(approve?.flows).toEqual(flows)
  expect(shipped.defaultScenario).toBe('approve')
})

test('a magic number chooses one scenario, and nothing else of a request chooses a shipped one (D45)', () => {
  const rules = shipped.scenarios.flatMap(({ match }) => (match === null ? [] : [match]))
  const numbers = rules.flatMap(({ accountNumber }) => accountNumber ?? [])
  expect(numbers.filter((number) => !/^\*0009\d\d\?$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(rules.length)
  const others = rules.filter(({ reference, network, reason, amount }) => reference || network || reason || amount)
  expect(others).toEqual([])
})

test.each([
  ['mobile-money', '0240009110', 'order-1', 'wrong-pin'],
  ['mobile-money', '0240009129', 'order-1', 'timeout'],
  ['mobile-money', '0240009145', 'order-1', 'insufficient-balance'],
  ['mobile-money', '0241234567', 'order-1', 'approve'],
  ['mobile-money', '0241234567', 'fast-1', 'approve'],
  ['mobile-money', '0241234567', 'scn:paid-at-once:1', 'paid-at-once'],
  ['mobile-money', '0240009200', 'order-1', 'approve'],
  ['virtual-account', '0240009110', 'order-1', 'approve'],
  ['virtual-account', '0240009200', 'order-1', 'va-expiry'],
  ['virtual-account', '0240009270', 'order-1', 'va-split'],
  ['virtual-account', '0240009300', 'order-1', 'va-late'],
  ['virtual-account', '0241234567', 'late-7', 'approve'],
  ['bank-payout', '0000009320', 'order-1', 'invalid-account-number'],
  ['mobile-money-payout', '0240009320', 'order-1', 'invalid-account-number'],
  ['bank-payout', '0000009340', 'order-1', 'insufficient-wallet-balance'],
  ['mobile-money-payout', '0240009340', 'order-1', 'insufficient-wallet-balance'],
] as const)('a %s of %s with reference %s is played as %s', (flow, accountNumber, reference, name) => {
  const facts = {
    flow,
    accountNumbers: [accountNumber],
    reference,
    network: 'MTN',
    currency: 'NGN',
    reason: null,
    amountMinor: 100,
  } as const
  const choice = { header: null, queue: [], metadataScenario: undefined, businessDefault: null }
  expect(select(compiled, facts, choice, () => 0)).toMatchObject({ scenario: { name } })
})

test('the built program has in it what the shipped files say', async () => {
  const listing = ['scenarios', 'list', '--json']
  const [built, source] = await Promise.all([run(listing), runInProcess(listing)])
  expect(JSON.parse(built.stdout)).toEqual(JSON.parse(source.stdout))
  const { businesses, rates } = await readShipped()
  const config = JSON.parse((await run(['config', '--json'])).stdout)
  expect(config.rates.value).toEqual(rates)
  expect(config['businesses.default.wallets'].value).toEqual(businesses.default?.wallets)
  expect(config['businesses.default.fees'].value).toMatchObject(businesses.default?.fees ?? {})
})
