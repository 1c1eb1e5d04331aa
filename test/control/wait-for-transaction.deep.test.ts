import { expect, test } from 'vitest'
import { sleep } from '../../src/time.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const wait = (query: string) => `/_sandbox/transactions/wait?${query}`

test('a transaction that is final is answered at once, one that is not as soon as it is', async () => {
  const shop = (await openSandbox()).shop()
  const waiting = shop.get(wait('name=order-1'))
  const { body } = await shop.collect({ reference: 'order-1' })
  await shop.advance('3s')
  expect(await waiting).toMatchObject({ status: 200, body: { id: body.id, status: 'COMPLETED' } })
  expect(await shop.get(wait(`name=${body.id}&status=COMPLETED`))).toMatchObject({ status: 200, body: { id: body.id } })
})

test('on a frozen clock with nothing due it ends early, and says what is due when', async () => {
  const shop = (await openSandbox()).shop()
  await shop.collect({ reference: 'order-1' })
  expect((await shop.get(wait('name=order-1&timeout=1h'))).body.error).toEqual({
    code: 'timeout',
    message: 'order-1 did not become final, and half a second passed without any movement. order-1 is INITIATED',
    hint: 'the clock is frozen at 2026-01-31T12:00:00.000Z; advance it: next is due at 2026-01-31T12:00:03.000Z: settle as approved',
  })
})

test('a transaction that is not there yet is waited for until the time-out, on a frozen clock too', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const waiting = shop.get(wait('name=order-1&status=INITIATED&timeout=1h'))
  const inVain = await shop.get(wait('name=nothing&timeout=600ms'))
  expect(inVain.body.error.message).toBe(
    'nothing did not become final within 600ms. No transaction has this id or reference',
  )
  // A wait that began more than half a second ago.
  await shop.collect({ reference: 'order-1' })
  expect(await waiting).toMatchObject({ status: 200, body: { reference_business: 'order-1' } })
})

test('what can no longer come ends the wait at once: another status, no webhook, a webhook that was given up', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ retry: [] })
  await shop.collect({ reference: 'order-1' })
  await shop.collect({ reference: 'order-2', callbackURL: 'http://127.0.0.1:1/hooks' })
  await shop.advance('1m')
  const messages = await Promise.all(
    ['name=order-1&status=FAILED', 'name=order-1&webhook=true', 'name=order-2&webhook=true&status=COMPLETED'].map(
      async (query) => (await shop.get(wait(`${query}&timeout=1h`))).body.error.message,
    ),
  )
  expect(messages).toEqual([
    'order-1 can no longer become FAILED. order-1 is COMPLETED (approved)',
    'The webhook of order-1 can no longer get a 2xx answer. order-1 is COMPLETED (approved) and has no webhook',
    expect.stringMatching(
      /^The webhook COMPLETED of order-2 can no longer get a 2xx answer\. order-2 is COMPLETED \(approved\), and its webhook is exhausted \(.*127\.0\.0\.1:1.*\)$/,
    ),
  ])
})

test('a webhook made by hand is not the webhook of its transaction', async () => {
  const merchant = await startMerchant()
  const shop = (await openSandbox()).shop({ retry: [] })
  const { body } = await shop.collect({ reference: 'order-1', callbackURL: 'http://127.0.0.1:1/hooks' })
  await shop.advance('1m')
  const sent = await shop.post('/_sandbox/webhooks', { transactionId: body.id, url: merchant.url })
  expect([sent.status, sent.body.status]).toEqual([200, 'delivered'])
  expect(await shop.get(wait('name=order-1&webhook=true'))).toMatchObject({
    status: 408,
    body: { error: { message: expect.stringContaining('can no longer get a 2xx answer') } },
  })
})

test('a sandbox that stops ends a wait with 503, not with what it did not see', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const waiting = sandbox.shop().get(wait('name=order-1&timeout=1h'))
  await sleep(50)
  await sandbox.close()
  expect(await waiting).toMatchObject({ status: 503, body: { error: { code: 'draining' } } })
})

test('an expired account that accepts late transfers can still become COMPLETED', async () => {
  const shop = (await openSandbox()).shop({ lateTransfers: 'accept' })
  const { body } = await shop.generate({ reference: 'scn:va-expiry:1' })
  await shop.advance('1h')
  const waiting = shop.get(wait('name=scn:va-expiry:1&status=COMPLETED'))
  await shop.post(`/_sandbox/virtual-accounts/${body.virtual_account.account_number}/transfers`)
  expect(await waiting).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
})
