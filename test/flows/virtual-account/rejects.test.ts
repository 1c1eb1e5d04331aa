import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { virtualAccount, without } from '../../support/requests.ts'
import { expectRefusal, openShop, start } from '../../support/shop.ts'
import { truthCases, truthTable } from '../../support/truth-table.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const path = '/collections/virtual-account'
const { paylinkId: _p, channel: _c, merchantName: _m, ...table } = truthTable

test.each(truthCases(table, virtualAccount()))('$what: $messages.length messages', async ({ body, messages }) => {
  const answer = await (await openShop(sandbox)).post(path, body)
  if (messages.length === 0) expect(answer.status).toBe(200)
  else expectRefusal(answer, 400, messages)
})

test('an empty object answers every message of every required field, in the order of the specification', async () => {
  expectRefusal(await (await openShop(sandbox)).post(path, {}), 400, [
    'amount is required',
    'amount must be a valid number',
    'amount must be greater than 0',
    'currency is required',
    'currency must be a valid string',
    'Currency must be a valid currency code',
    'network is required',
    'network must be a valid string',
    'network cannot be empty',
    'network must be at least 1 character long',
    'accountName is required',
    'accountName must be a valid string',
    'accountName cannot be empty',
    'accountNumber is required',
    'accountNumber must be a valid string',
    'accountNumber cannot be empty',
    'reason is required',
    'reason must be a valid string',
    'reason cannot be empty',
    'reason must be at least 1 character long',
    'reference is required',
    'reference must be a valid string',
    'reference cannot be empty',
  ])
})

test('a body with every field wrong answers all fields in the order of the specification, however they are sent', async () => {
  const wrong = {
    failureCallbackURL: [],
    email: 'nobody@',
    metadata: 'none',
    callbackURL: 'shop.example/hook',
    reference: 'r'.repeat(300),
    reason: 1,
    accountNumber: '',
    accountName: {},
    network: null,
    currency: 'NGN',
    amount: 10_000_000_000_000.01,
  }
  expectRefusal(await (await openShop(sandbox)).post(path, wrong), 400, [
    'amount must be less than or equal to 10000000000000',
    'network is required',
    'network must be a valid string',
    'network cannot be empty',
    'network must be at least 1 character long',
    'accountName must be a valid string',
    'accountNumber cannot be empty',
    'reason must be a valid string',
    'reason must be at least 1 character long',
    'reference must be at most 255 characters long',
    'Callback URL must be a valid URL',
    'metadata must be a valid object',
    'Email must be a valid email address',
    'failureCallbackURL must be a valid string',
  ])
})

test.each(['GHS', 'UGX', 'XOF', 'XAF', 'KES', 'TZS', 'ZMW', 'GBP', 'EUR', 'USD', 'USDC', 'USDT'])(
  'a virtual account in %s is refused: it must be NGN',
  async (currency) => {
    expectRefusal(await (await openShop(sandbox)).generate({ currency, amount: 100 }), 400, 'Currency must be NGN')
  },
)

test('the precision of an amount is judged by the currency that was sent, and before the currency is', async () => {
  const answer = await (await openShop(sandbox)).generate({ currency: 'UGX', amount: 1.5 })
  expectRefusal(answer, 400, ['amount must have at most 0 decimal places'])
})

test('a currency that is not enabled is refused by name', async () => {
  const shop = await openShop(sandbox, { currencies: ['GHS', 'UGX'] })
  expectRefusal(await shop.generate(), 400, 'Currency NGN is not enabled for this business')
  expectRefusal(
    await shop.collect({ currency: 'KES', accountNumber: '0712345678' }),
    400,
    'Currency KES is not enabled for this business',
  )
  expect((await shop.collect()).status).toBe(200)
})

test('of several business rules the first answers: duplicate, then NGN, then enabled', async () => {
  const shop = await openShop(sandbox, { currencies: ['KES', 'UGX'] })
  await shop.collect({ currency: 'UGX', accountNumber: '0772123456', amount: 5, reference: 'taken' })
  expectRefusal(await shop.generate({ currency: 'GHS', reference: 'taken' }), 400, 'Duplicate reference')
  expectRefusal(await shop.generate({ currency: 'GHS' }), 400, 'Currency must be NGN')
  expectRefusal(await shop.generate(), 400, 'Currency NGN is not enabled for this business')
  expectRefusal(await shop.collect({ reference: 'taken' }), 400, 'Duplicate reference')
})

test('field rules come before the scenario, and the scenario before the business rules', async () => {
  const shop = await openShop(sandbox)
  await shop.generate()
  const unknown = { 'x-sandbox-scenario': 'nothing-of-the-kind' }
  const answer = await shop.post(path, without(virtualAccount(), 'reason'), unknown)
  expect(answer.body.message[0]).toBe('reason is required')
  expect((await shop.generate({}, unknown)).body.message).toMatch(/^Unknown scenario nothing-of-the-kind/)
  expectRefusal(await shop.generate(), 400, 'Duplicate reference')
})
