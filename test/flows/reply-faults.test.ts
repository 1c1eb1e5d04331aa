import { expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { expectRefusal, openShop } from '../support/shop.ts'

async function openWith(respond: string, scenario = 'summary: Mine') {
  const yaml = `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { ${scenario}, respond: ${respond} } }`
  const shop = await openShop(await startWithScenarios(yaml))
  const stored = async () => (await shop.get('/_sandbox/transactions')).body.data
  return { shop, stored }
}

test.each([
  [429, { statusCode: 429, message: 'Too many requests', error: 'Too Many Requests' }],
  [500, { statusCode: 500, error: 'Internal Server Error', message: 'Internal server error' }],
  [503, { statusCode: 503, message: 'Service is not available', error: 'Service Unavailable' }],
])('httpStatus %i is answered, names its scenario, and stores nothing', async (status, body) => {
  const { shop, stored } = await openWith(`{ httpStatus: ${status} }`)
  const answer = await shop.collect()
  expect([answer.status, answer.text]).toEqual([status, JSON.stringify(body)])
  expect(answer.headers['x-sandbox-scenario']).toBe('mine; by=file')
  expect(answer.headers['retry-after']).toBe(status === 429 ? '1' : undefined)
  expect(await stored()).toEqual([])
  expect((await shop.collect({}, { 'x-sandbox-scenario': 'approve' })).status).toBe(200)
})

test('drop-before-commit ends the connection without an answer and stores nothing', async () => {
  const { shop, stored } = await openWith('{ fault: drop-before-commit }')
  await expect(shop.collect()).rejects.toThrow('socket hang up')
  expect(await stored()).toEqual([])
})

test('drop-after-commit ends the connection, and the transaction goes on: the same order again is a duplicate', async () => {
  const { shop, stored } = await openWith('{ fault: drop-after-commit }')
  await expect(shop.collect()).rejects.toThrow('socket hang up')
  expectRefusal(await shop.collect(), 400, 'Duplicate reference')
  await shop.advance('3s')
  const [{ id, status }] = await stored()
  expect(status).toBe('COMPLETED')
  const { steps } = await shop.transaction({ id })
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'answered', fault: 'drop-after-commit' }))
})

test('malformed-json answers 200 with half a record, and the transaction goes on', async () => {
  const { shop, stored } = await openWith('{ fault: malformed-json }')
  const { status, text, body } = await shop.collect()
  expect([status, body]).toEqual([200, undefined])
  expect(text).toMatch(/^\{"id":"/)
  await shop.advance('3s')
  expect(await stored()).toMatchObject([{ status: 'COMPLETED' }])
})

test('hang answers nothing until its delay is over, and the transaction goes on', async () => {
  const { shop, stored } = await openWith('{ fault: hang, delay: 100ms }')
  const began = monotonicMs()
  await expect(shop.collect()).rejects.toThrow('socket hang up')
  expect(monotonicMs() - began).toBeGreaterThanOrEqual(99)
  expect(await stored()).toHaveLength(1)
})

test.each([
  ['{ delay: 100ms }', 200],
  ['{ delay: 100ms, status: PENDING }', 200],
  ['{ delay: 100ms, error: cannot_process }', 400],
  ['{ delay: 100ms, httpStatus: 503 }', 503],
])('%s keeps the reply back in real time', async (respond, status) => {
  const { shop } = await openWith(respond)
  const began = monotonicMs()
  expect((await shop.collect()).status).toBe(status)
  expect(monotonicMs() - began).toBeGreaterThanOrEqual(99)
})

test('a caller that goes away while its reply is kept back costs nothing', async () => {
  const { shop, stored } = await openWith('{ fault: hang }')
  const caller = new AbortController()
  const call = fetch(`${new URL((await shop.get('/_sandbox/info')).body.url)}collections/mobilemoney`, {
    method: 'POST',
    headers: { authorization: shop.apiKey },
    body: JSON.stringify({
      ...{ amount: 1, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' },
      ...{ reason: 'Tea', reference: 'gone' },
    }),
    signal: caller.signal,
  })
  while ((await stored()).length === 0) await new Promise((resolve) => setImmediate(resolve))
  caller.abort()
  await expect(call).rejects.toThrow()
})
