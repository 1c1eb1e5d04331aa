const { startSandbox } = require('payments-sandbox/testing')

let sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'frozen' })
})
afterEach(() => jest.useRealTimers())
afterAll(() => sandbox?.stop())

test('a reminder is due after ten minutes of your time; the order is paid in the time of the sandbox', async () => {
  jest.useFakeTimers()
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  const reply = await fetch(new URL('/collections/mobilemoney', sandbox.url), {
    method: 'POST',
    headers: { authorization: shop.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 10.5,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Ama Mensah',
      accountNumber: '0241234567',
      reason: 'Tea',
      reference: 'order-2',
    }),
  })
  expect(reply.status).toBe(200)
  const remind = jest.fn()
  setTimeout(remind, 600_000)

  jest.advanceTimersByTime(600_000)
  expect(remind).toHaveBeenCalled()
  expect(merchant.webhooks).toEqual([])

  await shop.advance('10m')
  expect(merchant.webhooks.map(({ body }) => body.status)).toEqual(['COMPLETED'])
})
