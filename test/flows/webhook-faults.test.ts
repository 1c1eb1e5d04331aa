import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { bodyFaultNames, bodyFaultOf, bodyFaults } from '../../src/domain/body-faults.ts'
import { jsonIn } from '../../src/domain/json.ts'
import { signatureOf } from '../../src/webhooks/sign.ts'
import { answering } from '../support/answering.ts'
import { closedGate } from '../support/gate.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import type { Body } from '../support/requests.ts'
import { at, openShopWithReceiver } from '../support/shop.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function openWith(webhook: string, settings = {}, scenario = 'outcome: approved') {
  const yaml = `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { ${scenario}, webhook: ${webhook} } }`
  const sandbox = await startWithScenarios(yaml)
  const { shop, receiver, sent } = await openShopWithReceiver(sandbox, settings)
  const collect = async (changes: Body = {}) => (await shop.collect(changes)).body
  const deliveries = async () => (await shop.get('/_sandbox/webhooks')).body.data
  return { shop, receiver, sent, collect, deliveries }
}

const referencesOf = (sent: readonly string[]) => sent.map((text) => JSON.parse(text).reference_business)

test.each(['frozen', 'running'] as const)('the copies of `duplicate` come at once on a %s clock', async (clock) => {
  const sandbox = await openSandbox()
  const { opened, open } = closedGate()
  const merchant = await startMerchant(() => opened.then(() => 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  if (clock === 'running') await shop.post('/_sandbox/clock/resume', { rate: 1000 })
  await shop.collect({ accountNumber: '0240009150' })
  const advanced = clock === 'frozen' ? shop.advance('3s') : null
  await merchant.received(3)
  expect(merchant.open).toBe(3)
  open()
  await advanced
})

test('before-reply: the webhook is answered before the create call is', async () => {
  const { shop, sent, collect } = await openWith('{ delay: before-reply }')
  const created = await collect()
  expect(created.status).toBe('INITIATED')
  expect(JSON.parse(sent()[0] ?? '{}')).toMatchObject({ id: created.id, status: 'COMPLETED' })
  await shop.advance('1h')
  expect(sent()).toHaveLength(1)
})

test('before-reply within an advance does not wait for itself', async () => {
  const { shop, receiver, collect } = await openWith('{ delay: before-reply }')
  await collect()
  await shop.advance('1s')
  expect(receiver.webhooks).toHaveLength(1)
})

test('a webhook that waits for status queries counts those of the final transaction, and then waits once more', async () => {
  const { shop, sent, collect, deliveries } = await openWith('{ delay: { statusQueries: 2, then: 10s } }')
  const { id } = await collect()
  await shop.find(id)
  await shop.find(id)
  await shop.advance('1h')
  expect(sent()).toEqual([])
  expect(await deliveries()).toMatchObject([{ status: 'held' }])
  const { text } = await shop.find(id)
  await shop.advance('1h')
  expect(sent()).toEqual([])
  await shop.find(id)
  await shop.advance('9s')
  expect(sent()).toEqual([])
  await shop.advance('1s')
  expect(sent()).toEqual([text])
  expect((await shop.find(id)).text).toBe(text)
})

test.each([
  ['in-order', ['a', 'b', 'c']],
  ['last-first', ['c', 'b', 'a']],
])('held webhooks wait until there are enough, and go %s', async (release, order) => {
  const { shop, sent, collect, deliveries } = await openWith(`{ hold: 3, release: ${release} }`)
  await collect({ reference: 'a' })
  await shop.advance('1s')
  await collect({ reference: 'b' })
  await shop.advance('10s')
  expect(sent()).toEqual([])
  expect((await deliveries()).map(({ status }: Body) => status)).toEqual(['held', 'held'])
  await collect({ reference: 'c' })
  await shop.advance('3s')
  expect(referencesOf(sent())).toEqual(order)
  expect((await deliveries()).map(({ status }: Body) => status)).toEqual(['delivered', 'delivered', 'delivered'])
})

test('held webhooks go a minute after the first of them at the latest', async () => {
  const { shop, sent, collect } = await openWith('{ hold: 3, release: last-first }')
  await collect({ reference: 'a' })
  await shop.advance('30s')
  await collect({ reference: 'b' })
  await shop.advance('32s999ms')
  expect(sent()).toEqual([])
  await shop.advance('1ms')
  expect(referencesOf(sent())).toEqual(['b', 'a'])
})

test('pretended answers: two are never sent, one is sent and its answer lost, one is real', async () => {
  const { shop, sent, collect, deliveries } = await openWith('{ answers: [503, timeout, lost-ack, real] }')
  await collect()
  await shop.runUntilIdle()
  expect(sent()).toHaveLength(2)
  const [{ status, attempts }] = await deliveries()
  expect(status).toBe('delivered')
  expect(
    attempts.map(({ sent, response, error }: Body) => [sent, (response as Body | null)?.status ?? null, error]),
  ).toEqual([
    [false, 503, null],
    [false, null, 'timed out after 10s (pretended by the scenario)'],
    [true, null, 'the answer (200) was lost (pretended by the scenario)'],
    [true, 200, null],
  ])
})

test('the last of the pretended answers repeats until the webhook is exhausted', async () => {
  const { shop, sent, collect, deliveries } = await openWith('{ answers: [reset] }')
  await collect()
  await shop.runUntilIdle()
  expect(sent()).toEqual([])
  const [{ status, attempts }] = await deliveries()
  expect(status).toBe('exhausted')
  expect(attempts).toHaveLength(6)
  expect(attempts[5].error).toBe('the connection was reset before an answer (pretended by the scenario)')
})

test('signatures are wrong as the scenario says, one per attempt that is sent', async () => {
  const answers = '[lost-ack, 500, lost-ack, lost-ack, real]'
  const { shop, receiver, collect } = await openWith(
    `{ signature: [missing, corrupt, wrong-key, valid], answers: ${answers} }`,
  )
  await collect()
  await shop.runUntilIdle()
  const [missing, corrupt, wrongKey, valid] = receiver.webhooks
  const right = signatureOf(valid?.raw ?? '', shop.apiKey)
  expect(receiver.webhooks).toHaveLength(4)
  expect(missing?.headers['x-webhook-signature']).toBeUndefined()
  expect(corrupt?.headers['x-webhook-signature']).not.toBe(right)
  expect(corrupt?.headers['x-webhook-signature']?.slice(1)).toBe(right.slice(1))
  expect(wrongKey?.headers['x-webhook-signature']).toMatch(/^[0-9a-f]{128}$/)
  expect(wrongKey?.headers['x-webhook-signature']?.slice(1)).not.toBe(right.slice(1))
  expect(valid?.headers['x-webhook-signature']).toBe(right)
  expect(receiver.webhooks.map((webhook) => receiver.verify(webhook))).toEqual([false, false, false, true])
})

test.each(bodyFaultNames)(
  'a body that is %s is signed as it is sent, and every attempt sends the same bytes',
  async (body) => {
    const { shop, receiver, sent, collect, deliveries } = await openWith(`{ body: ${body} }`)
    const { id } = await collect()
    receiver.reply(500, { times: 1 })
    await shop.runUntilIdle()
    const { text: whole } = await shop.find(id)
    expect(sent()).toHaveLength(2)
    const { readable, sound, make } = bodyFaultOf(body)
    expect(sent()).toEqual([make(whole), make(whole)])
    expect(isObject(make(whole))).toBe(readable)
    if (readable) expect(hasAllOf(make(whole), whole)).toBe(sound)
    expect(receiver.webhooks.every((webhook) => receiver.verify(webhook))).toBe(true)
    const [shown] = await deliveries()
    expect(typeof shown.body).toBe(readable ? 'object' : 'string')
  },
)

function isObject(text: string): boolean {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null
}

function hasAllOf(text: string, whole: string): boolean {
  const record = JSON.parse(text)
  return Object.entries(JSON.parse(whole)).every(([key, value]) => isDeepStrictEqual(record[key], value))
}

test('a body carries what the language says of it', () => {
  const record = '{"id":"a","amount":"100.5"}'
  expect(bodyFaults.exact.make(record)).toBe(record)
  expect(bodyFaults.truncated.make(record)).toBe('{"id":"a","am')
  expect(bodyFaults['not-json'].make()).toMatch(/^<html>/)
  expect(bodyFaults['other-amount'].make(record)).toBe('{"id":"a","amount":"1005"}')
  expect(JSON.parse(bodyFaults['extra-fields'].make(record))).toMatchObject({ id: 'a', x_extra: 'text' })
})

test.each([
  ['429', '120', 120_000],
  ['503', '7', 7000],
  ['503', '1', 5000],
  ['500', '120', 5000],
])('after a %s with Retry-After %s the next attempt comes %i ms later', async (status, retryAfter, waitMs) => {
  const callbackUrl = await answering(Number(status), {}, { 'retry-after': retryAfter })
  const { shop, collect } = await openWith('{}', { callbackUrl })
  await collect()
  await shop.advance('3s')
  const [job] = (await shop.get('/_sandbox/jobs')).body
  expect(job.dueAt).toBe(at(3000 + waitMs))
})

test('a replay sends the same bytes once more and answers the webhook with the new attempt', async () => {
  const { shop, receiver, sent, collect, deliveries } = await openWith('{}')
  await collect()
  await shop.advance('3s')
  const [{ id }] = await deliveries()
  const replayed = await shop.post(`/_sandbox/webhooks/${id}/replay`, {})
  expect(replayed.body).toMatchObject({ id, status: 'delivered', attempts: [{ number: 1 }, { number: 2 }] })
  expect(new Set(sent()).size).toBe(1)
  receiver.reply(500)
  const failed = await shop.post(`/_sandbox/webhooks/${id}/replay`, {})
  expect(failed.body).toMatchObject({ status: 'delivered', attempts: [{}, {}, { response: { status: 500 } }] })
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
  expect((await shop.post('/_sandbox/webhooks/nothing/replay', {})).status).toBe(404)
})
