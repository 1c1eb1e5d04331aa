import { expect, test } from 'vitest'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('the webhooks of a business, oldest first, by transaction, reference and status', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'order-2' ? 503 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h'] })
  const ids: string[] = []
  for (const reference of ['order-1', 'order-2', 'order-3']) ids.push((await shop.collect({ reference })).body.id)
  await shop.post('/_sandbox/clock/advance', { by: '3s' })
  await shop.collect({ reference: 'scn:slow-webhook:1' })
  await shop.post('/_sandbox/clock/advance', { by: '3s' })
  const list = async (query: string) =>
    (await shop.get(`/_sandbox/webhooks?${query}`)).body.data.map((one: { reference: string }) => one.reference)
  expect(await list('')).toEqual(['order-1', 'order-2', 'order-3', 'scn:slow-webhook:1'])
  expect(await list('status=delivered')).toEqual(['order-1', 'order-3'])
  expect(await list('status=pending')).toEqual(['order-2', 'scn:slow-webhook:1'])
  expect(await list('status=exhausted')).toEqual([])
  expect(await list('reference=order-3')).toEqual(['order-3'])
  expect(await list(`transactionId=${ids[1]}`)).toEqual(['order-2'])
  expect(await list(`transactionId=${ids[1]}&status=delivered`)).toEqual([])
  expect(await list('limit=2')).toEqual(['order-3', 'scn:slow-webhook:1'])
  const [, , third] = (await shop.get('/_sandbox/webhooks')).body.data
  expect(await list(`limit=1&before=${third.id}`)).toEqual(['order-2'])
  expect((await shop.get('/_sandbox/webhooks?before=wh_9')).body.error.message).toBe('before: there is no webhook wh_9')
})

test('webhooks are found by words of their bodies, addresses and answers', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'order-2' ? 503 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h'] })
  await shop.collect({ reference: 'order-1', reason: 'Été "2026"' })
  await shop.collect({ reference: 'order-2', amount: 77.25 })
  await shop.collect({ reference: 'order-3', callbackURL: 'http://127.0.0.1:9/nowhere?%' })
  await shop.advance('5s')
  const found = async (search: string, more = '') => {
    const { data } = (await shop.get(`/_sandbox/webhooks?search=${encodeURIComponent(search)}${more}`)).body
    return data.map((one: { reference: string }) => one.reference)
  }
  expect(await found('ÉTÉ')).toEqual(['order-1'])
  expect(await found('"amount":"77.25"')).toEqual(['order-2'])
  expect(await found('503 order')).toEqual(['order-2'])
  expect(await found('connection REFUSED')).toEqual(['order-3'])
  expect(await found('/nowhere?%')).toEqual(['order-3'])
  expect(await found('order')).toEqual(['order-1', 'order-2', 'order-3'])
  expect(await found('order', '&limit=1')).toEqual(['order-3'])
  expect(await found('order', '&status=pending&failed=true')).toEqual(['order-2', 'order-3'])
  expect(await found('order absent')).toEqual([])
  for (const all of ['', ' ']) expect(await found(all)).toEqual(['order-1', 'order-2', 'order-3'])
})

test('a webhook tells every attempt: when, what was sent, what came back', async () => {
  let answers = 0
  const merchant = await startMerchant(() => [500, 301, 204][answers++] ?? 200)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['5s', '30s'] })
  const { id } = (await shop.collect()).body
  await shop.post('/_sandbox/clock/run-until-idle')
  const { data } = (await shop.get('/_sandbox/webhooks')).body
  const attempt = (number: number, ms: number, status: number) => ({
    number,
    at: at(ms),
    sent: true,
    headers: merchant.webhooks[number - 1] && expect.objectContaining({ 'x-sandbox-attempt': String(number) }),
    response: { status, body: '' },
    error: null,
    durationMs: expect.any(Number),
    ...(status === 301 && {
      hint: 'a redirect without a Location; redirects are not followed: answer 2xx here, without a login, or give the address that does as callbackURL',
    }),
  })
  expect(data).toEqual([
    {
      id: merchant.webhooks[0]?.headers['x-sandbox-delivery'],
      transactionId: id,
      reference: 'order-1',
      url: merchant.url,
      status: 'delivered',
      createdAt: at(3000),
      body: merchant.webhooks[2]?.body,
      attempts: [attempt(1, 3000, 500), attempt(2, 8000, 301), attempt(3, 38_000, 204)],
    },
  ])
})

test('a webhook is given up after its own attempts: replays in between do not count', async () => {
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1m', '1m'] })
  const { body } = await shop.collect({ reference: 'order-1' })
  await shop.advance('3s')
  const [{ id }] = (await shop.get('/_sandbox/webhooks')).body.data
  await shop.post(`/_sandbox/webhooks/${id}/replay`)
  const { body: failing } = await shop.get(`/_sandbox/transactions?id=${body.id}`)
  expect(failing.data[0].webhook).toEqual({ status: 'pending', attempts: 1, answered: 500 })
  await shop.advance('1h')
  const { steps, deliveries } = (await shop.get(`/_sandbox/transactions/${body.id}`)).body
  expect(deliveries[0].attempts).toHaveLength(4)
  expect(steps.at(-1)).toMatchObject({ kind: 'webhook_exhausted', attempts: 3 })
})
