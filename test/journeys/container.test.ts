import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resolveStart } from '../../src/cli/settings/resolve-start.ts'
import { call } from '../support/call.ts'
import { launchCommand, run, start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'

const key = 'test_sandbox'
/** A private address of this machine that is not loopback, as every container has one. */
const [, , outside] = (await resolveStart({ container: true })).config.allowHost

test('--container listens on every address, and demands a token that it makes and shows', async () => {
  const sandbox = await start(['--container', '--json', '--data', ':memory:'])
  const { url, port, token } = JSON.parse(sandbox.lines[0] ?? '')
  expect(url).toBe(`http://127.0.0.1:${port}`)
  expect(token).toMatch(/^[\w-]{32}$/)
  const clock = (headers = {}) => call(url, '/_sandbox/clock', { key, headers })
  expect(await clock()).toMatchObject({ status: 403, body: { error: { code: 'token_required' } } })
  expect(await clock({ 'x-sandbox-token': token })).toMatchObject({ status: 200 })
  // Another loopback address stands for the container's own: a sandbox on 127.0.0.1 alone does not answer there.
  for (const host of ['payments-sandbox:4747', hostname(), 'host.docker.internal', 'host.testcontainers.internal']) {
    const answer = await call(`http://127.0.0.2:${port}`, '/balance', { key, headers: { host } })
    expect(answer.status, host).toBe(200)
  }
  expect((await call(url, '/balance', { key, headers: { host: 'evil.example' } })).status).toBe(403)
  await sandbox.stop()
})

test('the banner shows the token that was made, and none that was given', async () => {
  const made = await start(['--container', '--data', ':memory:'])
  await expect.poll(() => made.stderr).toMatch(/ token +[\w-]{32} \(PAYMENTS_SANDBOX_TOKEN sets one that stays\)/)
  await made.stop()
  const given = await start(['--container', '--data', ':memory:'], { env: { PAYMENTS_SANDBOX_TOKEN: 's3cret' } })
  await expect.poll(() => given.stderr).toContain('stop with')
  expect(given.stderr).not.toMatch(/s3cret|token /)
  expect((await call(given.url, '/_sandbox/clock', { headers: { 'x-sandbox-token': 's3cret' } })).status).toBe(200)
  await given.stop()
})

test.skipIf(outside === undefined)('webhooks go to a neighbour, and not to the container itself', async () => {
  const received: string[] = []
  const merchant = createServer((request, response) => {
    received.push(request.url ?? '')
    response.end()
  })
  onTestFinished(() => void merchant.close())
  await new Promise<void>((resolve) => void merchant.listen(0, '::', resolve))
  const { port } = merchant.address() as AddressInfo
  const sandbox = await start(['--container', '--token', 's3cret', '--clock', 'frozen', '--data', ':memory:'])
  const headers = { 'x-sandbox-token': 's3cret' }
  const errorOf = async (reference: string, host: string) => {
    const body = mobileMoney({ reference, callbackURL: `http://${host}:${port}/hooks` })
    await call(sandbox.url, '/collections/mobilemoney', { key, body })
    await call(sandbox.url, '/_sandbox/clock/advance', { key, headers, body: { by: '3s' } })
    const list = await call(sandbox.url, `/_sandbox/webhooks?reference=${reference}`, { key, headers })
    return list.body.data[0].attempts[0].error
  }
  expect(await errorOf('order-1', outside ?? '')).toBe(null)
  expect(await errorOf('order-2', '127.0.0.1')).toContain('callbackAllow')
  expect(received).toEqual(['/hooks'])
  await sandbox.stop()
})

test('a callback URL on the machine of the container is taken, and one in the container itself refused', async () => {
  const options = ['--container', '--data', ':memory:', '--callback-url']
  const sandbox = await start([...options, 'http://host.docker.internal:3000/webhooks'])
  await sandbox.stop()
  const refused = await run(['start', '--port', '0', ...options, 'http://localhost:3000/webhooks'])
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('callbackAllow') })
})

const canUnshare = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

test.skipIf(!canUnshare)('as process 1, which handles each signal itself, it stops on SIGTERM', async () => {
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')
  const options = ['start', '--container', '--port', '0', '--data', ':memory:', '--json']
  const inside = launchCommand(['unshare', '--pid', '--fork', process.execPath, bin, ...options])
  const { pid } = JSON.parse(await inside.line(/ready/))
  expect(pid).toBe(1)
  // From outside it has another number: it is the only child of unshare.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(inside.pid)], { encoding: 'utf8' })
  process.kill(Number(stdout), 'SIGTERM')
  expect(await inside.ended).toMatchObject({ code: 0 })
})
