import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Business, Sandbox } from '../../src/testing/index.ts'
import { mobileMoney } from '../support/requests.ts'
import { started } from '../support/started-sandbox.ts'

const json = { 'content-type': 'application/json' }

/** A create call through the `fetch` of a sandbox. */
function collect(sandbox: Pick<Sandbox, 'fetch'>, { apiKey }: Business, headers = {}): Promise<Response> {
  return sandbox.fetch('/collections/mobilemoney', {
    method: 'POST',
    headers: { authorization: apiKey, ...json, ...headers },
    body: JSON.stringify(mobileMoney()),
  })
}

test('a sandbox without a port answers its fetch, and its webhooks arrive', async () => {
  const sandbox = await started({ listen: false, clock: 'frozen' })
  expect(sandbox.url).toBe('http://payments-sandbox.localhost')
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  const created = await collect(sandbox, shop)
  expect([created.status, created.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const { id } = (await created.json()) as { id: string }
  await shop.runUntilIdle()
  expect(merchant.webhooks.map(({ body }) => body)).toMatchObject([{ id, status: 'COMPLETED' }])
  const query = await sandbox.fetch(
    new Request(`${sandbox.url}/payments/${id}`, { headers: { authorization: shop.apiKey } }),
  )
  expect(await query.json()).toMatchObject({ id, status: 'COMPLETED' })
})

test('without a port a wrong body, an unknown path, a method and a strange host are refused as on a port', async () => {
  const sandbox = await started({ listen: false })
  const { apiKey: authorization } = await sandbox.business()
  const answered = async (path: string, init: RequestInit = {}) => {
    const response = await sandbox.fetch(path, { headers: { authorization }, ...init })
    return [response.status, await response.text()]
  }
  expect(await answered('/collections/mobilemoney', { method: 'POST', body: '[' })).toEqual([
    400,
    '{"statusCode":400,"message":"Request body must be a valid JSON object","error":"Bad Request"}',
  ])
  expect(await answered('/collections/mobilemoney', { method: 'POST', body: ' '.repeat(1024 * 1024 + 1) })).toEqual([
    413,
    '{"statusCode":413,"message":"Request body is too large","error":"Payload Too Large"}',
  ])
  expect(await answered('/nothing')).toEqual([404, expect.stringContaining('Cannot GET /nothing')])
  expect(await answered('/payments/1', { method: 'HEAD' })).toEqual([404, ''])
  expect(await answered('http://evil.example/balance')).toEqual([403, expect.stringContaining('host_not_allowed')])
  expect((await answered('/balance', { headers: {} }))[0]).toBe(401)
})

test('the journal shows calls without a port, also the body of one that was refused', async () => {
  const sandbox = await started({ listen: false })
  const { apiKey: authorization } = await sandbox.business()
  await sandbox.fetch('/collections/mobilemony', { method: 'POST', headers: { authorization }, body: '{"a":1}' })
  const { data } = (await (await sandbox.fetch('/_sandbox/requests', { headers: { authorization } })).json()) as {
    data: readonly unknown[]
  }
  expect(data).toMatchObject([
    {
      method: 'POST',
      path: '/collections/mobilemony',
      status: 404,
      body: { a: 1 },
      headers: { authorization: 'test_bu...' },
    },
  ])
})

test('a reply that the scenario drops rejects as a broken connection does', async () => {
  const sandbox = await started({ listen: false })
  const shop = await sandbox.business()
  const lost = collect(sandbox, shop, { 'x-sandbox-scenario': 'lost-reply' })
  await expect(lost).rejects.toThrow(new TypeError('fetch failed'))
  await expect(lost).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET', message: 'other side closed' } })
})

test('a call whose signal aborts rejects with its reason', async () => {
  const sandbox = await started({ listen: false })
  const { apiKey: authorization } = await sandbox.business()
  const controller = new AbortController()
  const waiting = sandbox.fetch('/_sandbox/webhooks/wait?timeout=30s', {
    headers: { authorization },
    signal: controller.signal,
  })
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('events stream without a port until their reader stops', async () => {
  const sandbox = await started({ listen: false })
  const { apiKey: authorization } = await sandbox.business()
  const { body } = await sandbox.fetch('/_sandbox/events', { headers: { authorization } })
  const reader = body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toContain(': connected')
  await reader?.cancel()
})

test('a sandbox can be mounted in another Hono app', async () => {
  const sandbox = await started({ listen: false })
  const { apiKey: authorization } = await sandbox.business()
  const outer = new Hono()
  outer.get('/own', (context) => context.text('mine'))
  outer.mount('/', sandbox.fetch)
  expect(await (await outer.request('/own')).text()).toBe('mine')
  const balance = await outer.request('/balance', { headers: { authorization } })
  expect([balance.status, await balance.json()]).toEqual([
    200,
    await (await sandbox.fetch('/balance', { headers: { authorization } })).json(),
  ])
})
