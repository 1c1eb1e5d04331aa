import { expect, test } from 'vitest'
import { mobileMoney } from '../../support/requests.ts'
import { expectRefusal, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('beside a wrong currency neither the number nor the precision of the amount is judged', async () => {
  const answer = await (await openShop(sandbox)).collect({ currency: 'ghs', accountNumber: 'none', amount: 0.0000001 })
  expectRefusal(answer, 400, ['Currency must be a valid currency code'])
})

// JSON knows no infinity.
test.each(['1e400', '-1e400'])('the amount %s is refused', async (amount) => {
  const body = JSON.stringify(mobileMoney()).replace('100.5', amount)
  const messages = ['amount must be a valid number', 'amount must be greater than 0']
  expectRefusal(await (await openShop(sandbox)).post('/collections/mobilemoney', body), 400, messages)
})

test('a reference of 255 characters is taken', async () => {
  expect((await (await openShop(sandbox)).collect({ reference: 'r'.repeat(255) })).status).toBe(200)
})
