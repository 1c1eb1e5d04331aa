import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'

/** Answers for administrators: they list every business. The stream of events has a test of its own. */
const ofAll = ['/_sandbox/businesses', '/_sandbox/events']

test('on a shared sandbox what is read with one key names no other key, but for the list of businesses', async () => {
  const token = 'a-token-of-32-characters-at-least'
  const sandbox = await openSandbox({ token })
  const look = (path: string) => call(sandbox.url, path, { key: 'test_ama', headers: { 'x-sandbox-token': token } })
  for (const key of ['test_ama', 'test_kofi']) {
    const [body, headers] = [mobileMoney({ reference: `order-${key}` }), { 'x-sandbox-token': token }]
    await call(sandbox.url, '/collections/mobilemoney', { key, body })
    await call(sandbox.url, '/_sandbox/scenarios/queue', { key, headers, body: { use: 'wrong-pin' } })
    await call(sandbox.url, '/_sandbox/snapshots/paid', { key, headers, method: 'PUT', body: {} })
    await call(sandbox.url, '/_sandbox/clock/advance', { key, headers, body: { by: '1m' } })
  }
  const { id } = (await look('/_sandbox/transactions')).body.data[0]
  const { paths } = (await look('/_sandbox/openapi.json')).body
  const read = Object.entries<object>(paths).flatMap(([path, methods]) =>
    'get' in methods && path.startsWith('/_sandbox') && !ofAll.includes(path) ? [path.replace('{id}', id)] : [],
  )
  expect(read.length).toBeGreaterThan(25)
  for (const path of [...read, '/_sandbox/report?format=text', '/_sandbox/wait-for-nothing']) {
    const answer = await look(path)
    expect([path, answer.text.includes('kofi')]).toEqual([path, false])
  }
})
