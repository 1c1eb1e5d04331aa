import { expect, test } from 'vitest'
import type { Business, Received, Receiver, Sandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { collect, startedForFile } from '../support/started-sandbox.ts'

type Settings = Parameters<Sandbox['business']>[0]

const sandbox = await startedForFile()

/** A merchant, and a business that sends its webhooks there. */
async function open(settings: Settings = {}): Promise<{ merchant: Receiver; shop: Business }> {
  const merchant = await sandbox.receiver()
  return { merchant, shop: await sandbox.business({ callbackUrl: merchant.url, ...settings }) }
}

/** The first webhook that arrived. */
function firstOf({ webhooks }: Receiver): Received {
  const [webhook] = webhooks
  if (!webhook) throw new Error('No webhook has arrived')
  return webhook
}

test('a receiver shows each webhook with its body, its exact bytes, its headers and its attempt', async () => {
  const { merchant, shop } = await open()
  const { id } = (await collect(sandbox, shop)).body
  await shop.advance('3s')
  expect(merchant.webhooks).toHaveLength(1)
  const { body, raw, headers, attempt } = firstOf(merchant)
  expect(body).toMatchObject({ id, status: 'COMPLETED', reference_business: 'order-1' })
  expect(raw).toBeInstanceOf(Buffer)
  expect(raw.toString('utf8')).toBe(JSON.stringify(body))
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-sandbox-attempt': '1' })
  expect(attempt).toBe(1)
})

test('what is not a JSON object has an empty body and keeps its bytes', async () => {
  const { merchant } = await open()
  for (const body of ['[1]', 'null', 'no JSON', '']) await call(merchant.url, '/', { method: 'POST', body })
  expect(merchant.webhooks.map(({ body, raw }) => [body, raw.toString()])).toEqual([
    [{}, '[1]'],
    [{}, 'null'],
    [{}, 'no JSON'],
    [{}, ''],
  ])
})

test('it answers 200 until another answer is set, and then that one', async () => {
  const { merchant, shop } = await open()
  merchant.reply(503)
  await collect(sandbox, shop)
  await shop.advance('10s')
  merchant.reply(204)
  await shop.runUntilIdle()
  const { attempts } = await shop.webhook({ reference: 'order-1' })
  expect(attempts.map(({ response }) => response?.status)).toEqual([503, 503, 204])
})

test('with times it goes back to 200', async () => {
  const { merchant, shop } = await open()
  merchant.reply(500, { times: 2 })
  await collect(sandbox, shop)
  await shop.runUntilIdle()
  const { attempts } = await shop.webhook({ reference: 'order-1' })
  expect(attempts.map(({ response }) => response?.status)).toEqual([500, 500, 200])
})

test.each<[unknown, unknown, string]>([
  ['abc', {}, "reply(): 'abc' is not an answer; write a status from 200 to 599, 'hang' or 'reset'"],
  ['503', {}, "reply(): '503' is not an answer; write a status from 200 to 599, 'hang' or 'reset'"],
  [undefined, {}, 'reply(): undefined is not an answer; write'],
  [{ status: 503 }, {}, 'reply(): { status: 503 } is not an answer; write'],
  [199, {}, 'reply(): 199 is not an answer; write'],
  [600, {}, 'reply(): 600 is not an answer; write'],
  [200.5, {}, 'reply(): 200.5 is not an answer; write'],
  [Number.NaN, {}, 'reply(): NaN is not an answer; write'],
  [503, { times: 0 }, 'reply(): times: 0 is not a positive integer; omit it to apply to every request'],
  [503, { times: 1.5 }, 'reply(): times: 1.5 is not a positive integer'],
  [503, { times: '2' }, "reply(): times: '2' is not a positive integer"],
  [503, { time: 2 }, 'reply(): time: unknown option; did you mean times?'],
  [503, 2, 'reply(): 2 is not an object of options; write { times }'],
])('reply(%o, %o) is refused at once, and what was said before stays', async (status, options, message) => {
  const { merchant, shop } = await open()
  merchant.reply(204)
  const reply: (...args: never[]) => void = merchant.reply
  const refused = () => Reflect.apply(reply, merchant, [status, options])
  expect(refused).toThrow(TypeError)
  expect(refused).toThrow(message)
  await collect(sandbox, shop)
  await shop.advance('3s')
  expect((await shop.webhook({ reference: 'order-1' })).attempts).toMatchObject([{ response: { status: 204 } }])
})

test('hang answers nothing, and the sandbox gives up after its time-out', async () => {
  const { merchant, shop } = await open({ timeout: '50ms' })
  merchant.reply('hang', { times: 1 })
  await collect(sandbox, shop)
  await shop.advance('3s')
  const settings = { key: shop.apiKey, method: 'PATCH', body: { timeout: '10s' } }
  expect((await call(sandbox.url, '/_sandbox/business', settings)).status).toBe(200)
  await shop.runUntilIdle()
  const { attempts } = await shop.webhook({ reference: 'order-1' })
  expect(attempts).toMatchObject([
    { response: null, error: expect.stringMatching(/50 ?ms/) },
    { response: { status: 200 }, error: null },
  ])
})

test('reset breaks the connection', async () => {
  const { merchant, shop } = await open()
  merchant.reply('reset', { times: 1 })
  await collect(sandbox, shop)
  await shop.runUntilIdle()
  const { attempts } = await shop.webhook({ reference: 'order-1' })
  expect(attempts).toMatchObject([
    { response: null, error: expect.stringMatching(/reset/i) },
    { response: { status: 200 }, error: null },
  ])
  expect(merchant.webhooks.map(({ attempt }) => attempt)).toEqual([1, 2])
})

test.each<[string, Settings]>([
  ['the API key', {}],
  ['a secret of its own', { webhookSecret: 's3cret' }],
  ['a header of another name', { signatureHeader: 'X-Signed' }],
])('verify knows a business that signs with %s', async (_how, settings) => {
  const { merchant, shop } = await open(settings)
  await collect(sandbox, shop)
  await shop.advance('3s')
  expect(merchant.verify(firstOf(merchant))).toBe(true)
})

test('verify refuses another byte, another signature and none', async () => {
  const { merchant, shop } = await open()
  await collect(sandbox, shop)
  await shop.advance('3s')
  const { headers, ...webhook } = firstOf(merchant)
  const { 'x-webhook-signature': signature = '', ...unsigned } = headers
  const raw = Buffer.from(webhook.raw.toString('utf8').replace('COMPLETED', 'FAILED'))
  const wrong = { 'x-webhook-signature': signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }
  expect(merchant.verify({ ...webhook, headers, raw })).toBe(false)
  expect(merchant.verify({ ...webhook, headers: { ...unsigned, ...wrong } })).toBe(false)
  expect(merchant.verify({ ...webhook, headers: unsigned })).toBe(false)
})

test('receivers of one sandbox are apart', async () => {
  const { merchant, shop } = await open()
  const second = await sandbox.receiver()
  second.reply(503)
  await collect(sandbox, shop, { reference: 'order-1' })
  await collect(sandbox, shop, { reference: 'order-2', callbackURL: second.url })
  await shop.advance('3s')
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual(['order-1'])
  expect(second.webhooks.map(({ body }) => body.reference_business)).toEqual(['order-2'])
  expect((await shop.webhook({ reference: 'order-1' })).attempts).toMatchObject([{ response: { status: 200 } }])
})
