import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { monotonicMs, sleep } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { folderWith, launch, look, run, type StartedSandbox, start } from '../support/cli.ts'
import { openMerchant } from '../support/merchant.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'

/** A call whose body is half sent: a stopping sandbox gives it 3 s to become whole. */
async function beginCall(sandbox: StartedSandbox) {
  const body = Buffer.from(JSON.stringify(mobileMoney()))
  const headers = { authorization: key, 'content-length': body.length, expect: '100-continue' }
  const outgoing = request(`${sandbox.url}/collections/mobilemoney`, { method: 'POST', headers, agent: false })
  const status = new Promise<number | null>((resolve) => {
    outgoing.once('response', (incoming) => resolve(incoming.resume().statusCode ?? null))
    outgoing.once('error', () => resolve(null))
  })
  // The 100 says that the sandbox has the head of the request and waits for its body.
  const ready = new Promise((resolve) => outgoing.once('continue', resolve))
  outgoing.flushHeaders()
  await ready
  outgoing.write(body.subarray(0, 10))
  return { finish: () => outgoing.end(body.subarray(10)), status }
}

/** Sends a signal and waits until it was seen, which is when connections are refused. */
async function stopAccepting(sandbox: StartedSandbox, signal: NodeJS.Signals): Promise<void> {
  sandbox.signal(signal)
  const { hostname, port } = new URL(sandbox.url)
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), hostname)
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await until('connections are refused', async () => !(await isOpen()))
}

// nodemon restarts a program with SIGUSR2.
test.each(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGUSR2'] as const)(
  '%s ends an idle sandbox with exit code 0',
  async (signal) => {
    const sandbox = await start()
    sandbox.signal(signal)
    expect(await sandbox.ended).toMatchObject({ code: 0, signal: null })
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it within 5 s while a webhook hangs, a call waits and another never comes to its end',
  async (signal) => {
    const merchant = await openMerchant()
    merchant.reply('hang')
    const sandbox = await start(['--callback-url', merchant.url])
    await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney({ reference: 'scn:paid-at-once:1' }) })
    await merchant.arrived(1)
    const waiting = call(sandbox.url, '/_sandbox/webhooks/wait?timeout=60s', { key }).catch(() => null)
    const { status } = await beginCall(sandbox)
    const before = monotonicMs()
    sandbox.signal(signal)
    expect(await sandbox.ended).toMatchObject({ code: 0, signal: null })
    expect(monotonicMs() - before).toBeLessThan(5000)
    expect(await status).toBe(null)
    await waiting
  },
)

test('a call under way is answered before it ends', async () => {
  const cwd = folderWith()
  const first = await start([], { cwd })
  const { finish, status } = await beginCall(first)
  await stopAccepting(first, 'SIGTERM')
  finish()
  expect(await status).toBe(200)
  expect(await first.ended).toMatchObject({ code: 0, signal: null })
  const second = await start([], { cwd })
  expect((await look(second, '/transactions')).data).toHaveLength(1)
  await second.stop()
})

test('a signal repeated at once is the same wish', async () => {
  const sandbox = await start()
  const { finish, status } = await beginCall(sandbox)
  await stopAccepting(sandbox, 'SIGINT')
  sandbox.signal('SIGINT')
  sandbox.signal('SIGTERM')
  finish()
  expect(await status).toBe(200)
  expect(await sandbox.ended).toMatchObject({ code: 0, signal: null })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s again after more than a second ends it at once with %i', async (signal, code) => {
  const sandbox = await start()
  const { status } = await beginCall(sandbox)
  await stopAccepting(sandbox, signal)
  // The wait is what is tested: a second wish is one that comes more than a second after the first.
  await sleep(1100)
  sandbox.signal(signal)
  expect(await sandbox.ended).toMatchObject({ code, signal: null })
  expect(await status).toBe(null)
})

test('stop ends a sandbox, and its folder is free once the command says so', async () => {
  const cwd = folderWith()
  const first = await start(['--token', 'secret'], { cwd })
  expect(await run(['stop', '--url', first.url])).toMatchObject({ code: 2, stderr: expect.stringContaining('--token') })
  const stopped = await run(['stop', '--url', first.url, '--token', 'secret'])
  expect(stopped).toMatchObject({ code: 0, stdout: `stopped ${first.url}\n`, stderr: '' })
  const second = await start([], { cwd })
  expect(await first.ended).toMatchObject({ code: 0, signal: null })
  const { code, stdout } = await run(['stop', '--url', second.url, '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { status: 'stopped', url: second.url }])
  expect(await second.ended).toMatchObject({ code: 0, signal: null })
  expect((await run(['stop', '--url', second.url])).code).toBe(6)
})

test('stop puts a webhook under way back in the queue', async () => {
  const cwd = folderWith()
  const merchant = await openMerchant()
  merchant.reply('hang')
  const first = await start(['--callback-url', merchant.url], { cwd })
  await call(first.url, '/collections/mobilemoney', { key, body: mobileMoney({ reference: 'scn:paid-at-once:1' }) })
  await merchant.arrived(1)
  expect((await run(['stop', '--url', first.url])).code).toBe(0)
  expect(await first.ended).toMatchObject({ code: 0, signal: null })
  merchant.reply(200)
  const second = await start([], { cwd })
  await merchant.arrived(2)
  expect((await run(['wait', 'scn:paid-at-once:1', '--webhook', '--url', second.url])).code).toBe(0)
  await second.stop()
})

test('stop waits for the time of --drain, in which calls are served', async () => {
  const sandbox = await start(['--drain', '2s', '--data', ':memory:'])
  const stopping = run(['stop', '--url', sandbox.url])
  await until('it drains', async () => (await call(sandbox.url, '/_sandbox/health/ready')).status === 503)
  expect((await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney() })).status).toBe(200)
  expect((await run(['stop', '--url', sandbox.url])).code).toBe(0)
  expect((await stopping).code).toBe(0)
  expect(await sandbox.ended).toMatchObject({ code: 0, signal: null })
})

test('stop ends no sandbox of exec', async () => {
  const command = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)']
  const inner = launch(['exec', '--', 'sh', '-c', 'echo at $PAYMENTS_SANDBOX_URL; exec "$0" "$@"', ...command])
  const url = (await inner.line(/^at /)).slice(3)
  expect(await run(['stop', '--url', url])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/belongs to payments-sandbox exec.*\n {2}it ends with the command that exec runs\n/),
  })
  inner.signal('SIGTERM')
  await inner.ended
})
