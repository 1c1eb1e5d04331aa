import { expect, test } from 'vitest'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const blanks = { network: ' ', reason: ' \u00a0\u3000 ', callbackURL: '', failureCallbackURL: '' }
test.each([
  ['/collections/mobilemoney', { ...mobileMoney(), ...blanks, merchantName: ' ' }],
  ['/collections/virtual-account', { ...virtualAccount(), ...blanks }],
])('%s takes white space where only an empty text is refused', async (path, body) => {
  expect((await (await openShop(sandbox)).post(path, body)).status).toBe(200)
})
