import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'

const key = 'test_sandbox'
const refused = { status: 403, body: { error: { code: 'host_not_allowed' } } }

test('another loopback address needs no token, and the sandbox answers at the address it names', async () => {
  const sandbox = await start(['--host', '127.0.0.2'])
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
  expect(await call(sandbox.url, '/_sandbox/health/ready')).toMatchObject({ status: 200 })
  await sandbox.stop()
})

test('listening everywhere takes a token, which /_sandbox demands and the service’s own routes do not', async () => {
  const sandbox = await start(['--host', '0.0.0.0', '--token', 's3cret'])
  const { port } = new URL(sandbox.url)
  expect(sandbox.url).toBe(`http://127.0.0.1:${port}`)
  const clock = (headers: Record<string, string>) => call(sandbox.url, '/_sandbox/clock', { headers })
  expect(await clock({})).toMatchObject({ status: 403, body: { error: { code: 'token_required' } } })
  expect(await clock({ 'x-sandbox-token': 'wrong' })).toMatchObject({ status: 403 })
  expect(await clock({ 'x-sandbox-token': 's3cret' })).toMatchObject({ status: 200 })
  const created = await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  expect(created.status).toBe(200)
  expect(await call(`http://127.0.0.2:${port}`, '/_sandbox/clock')).toMatchObject(refused)
  await sandbox.stop()
})
