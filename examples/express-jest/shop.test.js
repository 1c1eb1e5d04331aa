const { once } = require('node:events')
const { startSandbox } = require('payments-sandbox/testing')
const { createShop } = require('./shop.js')

let sandbox
let business
let server
let url

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'frozen' })
})
// Each test has a business of its own, and a shop that uses it.
beforeEach(async () => {
  business = await sandbox.business()
  server = require('node:http')
    .createServer((request, response) => shop(request, response))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${server.address().port}`
  const shop = createShop({ baseUrl: sandbox.url, apiKey: business.apiKey, callbackUrl: `${url}/webhooks` })
})
afterEach(() => server.close())
afterAll(() => sandbox?.stop())

async function order() {
  const response = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 5000, bank: '058', name: 'Ada Okafor', phone: '08031234567' }),
  })
  return response.json()
}

const stateOf = async (reference) => (await fetch(`${url}/orders/${reference}`)).json()

test('an order is paid by a transfer into its account', async () => {
  const { reference, payInto } = await order()
  expect(await stateOf(reference)).toEqual({ amount: 5000, status: 'waiting', received: 0 })
  await business.virtualAccount(payInto.account_number).pay()
  await business.webhook({ reference, status: 'COMPLETED' })
  expect(await stateOf(reference)).toEqual({ amount: 5000, status: 'paid', received: 5000 })
})

test('too small a transfer does not pay it', async () => {
  const { reference, payInto } = await order()
  await business.virtualAccount(payInto.account_number).pay(4999)
  await business.webhook({ reference })
  expect(await stateOf(reference)).toEqual({ amount: 5000, status: 'failed', received: 4999 })
})

test.each([
  ['no transfer comes', 'va-expiry', 'failed'],
  ['a webhook comes three times', 'duplicate', 'paid'],
  ['the webhook has a foreign signature', 'forged-webhook', 'waiting'],
])('%s', async (_what, scenario, status) => {
  await business.use(scenario)
  const { reference } = await order()
  await business.runUntilIdle('1d')
  expect(await stateOf(reference)).toMatchObject({ status })
})

test('a bank that is down fails the order', async () => {
  await business.use('provider-downtime')
  const { reference } = await order()
  expect(await stateOf(reference)).toMatchObject({ status: 'failed' })
})
