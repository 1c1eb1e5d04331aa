const { startSandbox } = require('payments-sandbox/testing')

let sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'frozen' })
})
afterAll(() => sandbox?.stop())

test('a wrong PIN fails the order', async () => {
  const merchant = await sandbox.receiver() // or your own server
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  await shop.use('wrong-pin')
  await fetch(new URL('/collections/mobilemoney', sandbox.url), {
    method: 'POST',
    headers: { authorization: shop.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 10.5,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Ama Mensah',
      accountNumber: '0241234567',
      reason: 'Tea',
      reference: 'order-1',
    }),
  })
  await shop.advance('10s')
  const { body } = await shop.webhook({ reference: 'order-1', status: 'FAILED' })
  expect(body.message).toMatch(/^4200 /)
  expect(merchant.webhooks.map((webhook) => merchant.verify(webhook))).toEqual([true])
})
