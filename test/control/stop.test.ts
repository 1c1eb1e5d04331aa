import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { runInProcess } from '../support/in-process.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

/** A sandbox that a call may end, and how often one asked for it. */
async function endable(config: Parameters<typeof openSandbox>[0] = {}) {
  const asked = { times: 0 }
  const sandbox = await openSandbox(config, { ending: { by: 'call', end: () => void asked.times++ } })
  return { url: sandbox.url, port: sandbox.port, asked }
}

const post = { method: 'POST' } as const

test('POST /_sandbox/stop answers before the sandbox ends, and needs no body', async () => {
  const { url, asked } = await endable()
  expect(await call(url, '/_sandbox/stop', post)).toMatchObject({ status: 200, text: '{"status":"stopping"}' })
  expect(asked.times).toBe(1)
  expect((await call(url, '/_sandbox/stop', { method: 'GET' })).status).toBe(404)
  expect(asked.times).toBe(1)
})

test('a webhook that arrives there ends nothing', async () => {
  const { url, asked } = await endable()
  const webhook = { id: 'a', status: 'COMPLETED', reference_business: 'order-1' }
  const refused = await call(url, '/_sandbox/stop', { body: webhook })
  expect([refused.status, refused.body.error.code, asked.times]).toEqual([400, 'invalid', 0])
  expect((await call(url, '/_sandbox/stop', { body: {} })).status).toBe(200)
})

test('a caller on ::1 is on this machine, too', async () => {
  const { port, asked } = await endable()
  expect((await call(`http://[::1]:${port}`, '/_sandbox/stop', post)).status).toBe(200)
  expect(asked.times).toBe(1)
})

test('a call of another address is refused, also with the Host of this machine', async () => {
  const [address] = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one?.family === 'IPv4' && !one.internal ? [one.address] : []))
  // A machine without a network has no other address to call from.
  if (address === undefined) return
  const { port, asked } = await endable({ host: '0.0.0.0', token: 'secret', allowHost: ['*'] })
  const headers = { host: `127.0.0.1:${port}`, 'x-sandbox-token': 'secret' }
  const refused = await call(`http://${address}:${port}`, '/_sandbox/stop', { ...post, headers })
  expect(refused).toMatchObject({
    status: 403,
    body: {
      error: {
        code: 'other_machine',
        message: `This call is only for callers on the machine of the sandbox; it came from ${address}`,
        hint: 'call it there over 127.0.0.1, inside the container if it runs in one',
      },
    },
  })
  expect(asked.times).toBe(0)
})

test.each(['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Via', 'X-Real-IP'])(
  'a call with %s came through a proxy, and is refused',
  async (header) => {
    const { url, asked } = await endable()
    const refused = await call(url, '/_sandbox/stop', { ...post, headers: { [header]: '127.0.0.1' } })
    expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
      403,
      'other_machine',
      `This call is only for callers on the machine of the sandbox; it came through a proxy (${header.toLowerCase()})`,
    ])
    expect(asked.times).toBe(0)
  },
)

test('a page of another site, another Host and a call without the token end nothing', async () => {
  const { url, asked } = await endable({ token: 'secret' })
  const codeWith = async (headers: Readonly<Record<string, string>>) =>
    (await call(url, '/_sandbox/stop', { ...post, headers })).body.error?.code
  const token = { 'x-sandbox-token': 'secret' }
  expect(await codeWith({})).toBe('token_required')
  expect(await codeWith({ ...token, origin: 'http://localhost:3000' })).toBe('origin_not_allowed')
  expect(await codeWith({ ...token, origin: 'null' })).toBe('origin_not_allowed')
  expect(await codeWith({ ...token, 'sec-fetch-site': 'cross-site' })).toBe('origin_not_allowed')
  expect(await codeWith({ ...token, host: 'evil.example' })).toBe('host_not_allowed')
  expect(asked.times).toBe(0)
  expect(await codeWith(token)).toBe(undefined)
  expect(asked.times).toBe(1)
})

test('a sandbox of the test library is not ended by a call: its test ends it', async () => {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.stop())
  const refusal = `This sandbox runs inside another program, process ${process.pid}: a call cannot end it`
  const hint = 'end it there; in a test: await sandbox.stop()'
  expect(await call(sandbox.url, '/_sandbox/stop', post)).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: refusal, hint } },
  })
  const { code, stdout, stderr } = await runInProcess(['stop', '--url', sandbox.url])
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${refusal}\n  ${hint}\n` })
  expect((await sandbox.fetch('/_sandbox/health/live')).status).toBe(200)
})

test.each([
  ['exec', 'it ends with the command that exec runs'],
  ['explore', 'it ends with the exploration; Ctrl+C there ends both'],
  ['audit', 'it ends with the audit; Ctrl+C there ends both'],
  ['mcp', 'it ends with the client that started the MCP server'],
] as const)('a sandbox of %s is not ended by a call', async (by, hint) => {
  const { url } = await openSandbox({}, { ending: { by } })
  const message = `This sandbox belongs to payments-sandbox ${by}, process ${process.pid}: a call cannot end it`
  expect(await call(url, '/_sandbox/stop', { body: {} })).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message, hint } },
  })
})

test('stop where no sandbox runs exits 6', async () => {
  const args = ['stop', '--url', 'http://127.0.0.1:1']
  const why =
    'No payments-sandbox answers at http://127.0.0.1:1: start one with payments-sandbox start, or name its address with --url'
  expect(await runInProcess(args)).toEqual({ code: 6, stdout: '', stderr: `${why}\n` })
  const { code, stderr } = await runInProcess([...args, '--json'])
  expect([code, JSON.parse(stderr).error]).toEqual([
    6,
    { code: 'not_running', message: why, hint: null, retryable: true },
  ])
})
