import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openSandbox, shopOf, startTime } from '../support/opened-sandbox.ts'

const frozen = { now: startTime, mode: 'frozen', rate: 1 }
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))

test('info tells what this sandbox is', async () => {
  const sandbox = await openSandbox({ seed: 42, inFlight: 7, perOrigin: 3 })
  await sandbox.shop().collect()
  expect((await call(sandbox.url, '/_sandbox/info')).body).toEqual({
    version,
    pid: process.pid,
    url: sandbox.url,
    seed: 42,
    mode: 'automatic',
    limits: { bodyBytes: 1_048_576, webhooksInFlight: 7, webhooksPerOrigin: 3 },
    slots: null,
    businesses: 1,
  })
})

test('the businesses with a write are listed, each with its own clock', async () => {
  const sandbox = await openSandbox()
  const [first, second, reader] = [sandbox.shop(), sandbox.shop(), sandbox.shop()]
  const list = async () => (await call(sandbox.url, '/_sandbox/businesses')).body
  expect(await list()).toEqual([])
  await first.collect({ reference: 'a' })
  await first.collect({ reference: 'b' })
  await first.collect({ reference: 'b' })
  await second.post('/_sandbox/clock/advance', { to: '2026-02-01T00:00:00Z' })
  await reader.get('/_sandbox/transactions')
  expect(await list()).toEqual([
    { key: first.key, name: first.key, transactions: 2, clock: frozen },
    { key: second.key, name: second.key, transactions: 0, clock: { ...frozen, now: '2026-02-01T00:00:00.000Z' } },
  ])
})

test('a business shows its settings and the secret that signs its webhooks', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/hook', webhookSecret: 's3cret', retry: ['1s'] })
  expect((await shop.get('/_sandbox/business')).body).toEqual({
    key: shop.key,
    ...sandbox.settings(shop.key),
    webhookSecret: 's3cret',
  })
  expect((await shop.get('/_sandbox/business')).body).toMatchObject({
    callbackUrl: 'http://127.0.0.1:9/hook',
    retry: ['1s'],
    timeout: '10s',
    currencies: expect.arrayContaining(['GHS', 'NGN']),
  })
  expect((await call(sandbox.url, '/_sandbox/business', { key: 'test_other' })).body).toMatchObject({
    key: 'test_other',
    callbackUrl: null,
    webhookSecret: 'test_other',
  })
})

test('the key of a call is its header, else ?key= of a GET, else test_sandbox', async () => {
  const { url } = await openSandbox()
  const keyOf = async (path: string, key: string | null = null) => (await call(url, path, { key })).body.key
  expect(await keyOf('/_sandbox/business')).toBe('test_sandbox')
  expect(await keyOf('/_sandbox/business', '')).toBe('test_sandbox')
  expect(await keyOf('/_sandbox/business?key=test_query')).toBe('test_query')
  expect(await keyOf('/_sandbox/business?key=test_query', 'test_header')).toBe('test_header')
})

test.each([
  ['POST', '/reset?key=test_query'],
  ['PUT', '/wallets/GHS?key=test_query'],
  ['PATCH', '/business?key=test_query'],
  ['DELETE', '/scenarios/queue?key=live_5ecret'],
])('%s %s acts on no business at all: such a call names it in its header', async (method, path) => {
  const sandbox = await openSandbox()
  await shopOf(sandbox.url, 'test_sandbox').collect()
  const before = await call(sandbox.url, '/_sandbox/businesses')
  const answer = await call(sandbox.url, `/_sandbox${path}`, { method, body: {} })
  const hint = 'send Authorization: test_... to choose the business'
  const message = 'key: chooses the business of a GET only; nothing was done'
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid', message, hint } } })
  expect((await call(sandbox.url, '/_sandbox/businesses')).body).toEqual(before.body)
})

test('a call that changes something takes no other query parameters either', async () => {
  const { url } = await openSandbox()
  const { status, body } = await call(url, '/_sandbox/clock/advance?by=1s', { method: 'POST', body: {} })
  const hint = 'send what it needs in its body'
  expect(status).toBe(400)
  expect(body).toEqual({ error: { code: 'invalid', message: 'This call takes no query parameters', hint } })
})

test('no GET changes anything, for a business that exists and for one that does not', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { id } = (await shop.collect({ reference: 'scn:paid-at-once:1', callbackURL: 'http://127.0.0.1:9/hook' })).body
  await shop.get('/_sandbox/webhooks/wait?timeout=0s')
  const paths = [
    '/_sandbox/health/live',
    '/_sandbox/health/ready',
    '/_sandbox/info',
    '/_sandbox/businesses',
    '/_sandbox/business',
    '/_sandbox/transactions',
    `/_sandbox/transactions/${id}`,
    '/_sandbox/webhooks',
    '/_sandbox/webhooks/wait?timeout=0s',
    '/_sandbox/jobs',
    '/_sandbox/clock',
  ]
  const readAll = async (key: string) => {
    const answers: string[] = []
    for (const path of paths) answers.push((await call(sandbox.url, path, { key })).text)
    return answers
  }
  await shop.post('/_sandbox/clock/advance', { by: '4s' })
  const before = await readAll(shop.key)
  await readAll('test_nobody')
  expect(await readAll(shop.key)).toEqual(before)
  expect((await call(sandbox.url, '/_sandbox/businesses')).body).toMatchObject([{ key: shop.key }])
})
