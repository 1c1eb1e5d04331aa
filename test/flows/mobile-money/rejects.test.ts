import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { mobileMoney } from '../../support/requests.ts'
import { expectRefusal, openShop, start } from '../../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const path = '/collections/mobilemoney'

test('beside a wrong currency neither the number nor the precision of the amount is judged', async () => {
  const answer = await (await openShop(sandbox)).collect({ currency: 'ghs', accountNumber: 'none', amount: 0.0000001 })
  expectRefusal(answer, 400, ['Currency must be a valid currency code'])
})

test.each([-0.001, '1e400', '-1e400'])('the amount %s is refused', async (amount) => {
  const body = JSON.stringify(mobileMoney()).replace('100.5', String(amount))
  const isNumber = Number.isFinite(Number(amount))
  const messages = [...(isNumber ? [] : ['amount must be a valid number']), 'amount must be greater than 0']
  expectRefusal(await (await openShop(sandbox)).post(path, body), 400, messages)
})

test.each(['XYZ', 'toString', '__proto__'])('%s is no currency', async (currency) => {
  expectRefusal(await (await openShop(sandbox)).collect({ currency }), 400, ['Currency must be a valid currency code'])
})

test.each(['USSD', 'MOMO '])('%s is no channel', async (channel) => {
  expectRefusal(await (await openShop(sandbox)).collect({ channel }), 400, [
    'channel must be a valid transaction channel',
  ])
})

test.each(['1', '3f2504e04f8941d39a0c0305e82c3301', '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}'])(
  '%s is no payment link',
  async (paylinkId) => {
    expectRefusal(await (await openShop(sandbox)).collect({ paylinkId }), 400, ['paylinkId must be a valid UUID'])
  },
)

test('a reference has at most 255 characters', async () => {
  const shop = await openShop(sandbox)
  const tooLong = 'reference must be at most 255 characters long'
  expectRefusal(await shop.collect({ reference: 'r'.repeat(256) }), 400, [tooLong])
  expect((await shop.collect({ reference: 'r'.repeat(255) })).status).toBe(200)
})
