import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'

const key = 'test_sandbox'
const refused = { status: 403, body: { error: { code: 'host_not_allowed' } } }

test('another Host is refused, and --allow-host lets it in', async () => {
  const sandbox = await start(['--allow-host', 'pay.test', '--allow-host', 'SHOP.test'])
  const ask = (host: string) => call(sandbox.url, '/collections/mobilemoney', { key, body: {}, headers: { host } })
  const stranger = await ask('evil.test')
  expect(stranger).toMatchObject(refused)
  expect(stranger.body.error.hint).toBe('start it with --allow-host evil.test')
  for (const host of ['pay.test', 'shop.test:8080', 'host.docker.internal']) expect((await ask(host)).status).toBe(400)
  await sandbox.stop()
})

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

test('a sandbox that others can reach sends webhooks only where callbackAllow says', async () => {
  const args = ['--host', '0.0.0.0', '--token', 's3cret', '--clock', 'frozen']
  const sandbox = await start(args)
  const headers = { 'x-sandbox-token': 's3cret' }
  const callbackURL = 'http://127.0.0.1:9/hooks'
  await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney({ callbackURL }) })
  await call(sandbox.url, '/_sandbox/clock/advance', { key, headers, body: { by: '3s' } })
  const { body } = await call(sandbox.url, '/_sandbox/webhooks', { key, headers })
  await sandbox.stop()
  expect(body.data[0].attempts).toMatchObject([{ response: null, error: expect.stringContaining('callbackAllow') }])
})
