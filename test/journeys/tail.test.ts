import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../support/call.ts'
import { type Cli, folderWith, launch, look, run, start } from '../support/cli.ts'
import { openMerchant } from '../support/merchant.ts'
import { openSandbox, startTime } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'

async function tail(sandbox: { readonly url: string }, args: readonly string[] = []): Promise<Cli> {
  const cli = launch(['tail', '--url', sandbox.url, ...args])
  await until('it watches', () => cli.stderr.includes('watching'))
  return cli
}

function collect(sandbox: { readonly url: string }, reference: string, changes = {}) {
  return call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney({ reference, ...changes }) })
}

const settled = (text: string) => text.replaceAll(/\b\d+ ms/g, '3 ms')

test('calls, moves and webhooks are shown on a line each, as they happen', async () => {
  const merchant = await openMerchant()
  const sandbox = await openSandbox({ callbackUrl: merchant.url })
  const watching = await tail(sandbox)
  await collect(sandbox, 'order-1')
  await watching.line(/POST .* 200/)
  await collect(sandbox, 'order-1')
  await watching.line(/Duplicate/)
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '3s' } })
  await watching.line(/webhook to/)
  const [delivery] = (await look(sandbox, '/webhooks')).data
  await watching.stop()
  expect(settled(watching.stdout).split('\n')).toEqual([
    '2026-01-31 in sandbox time (UTC)',
    '12:00:00  order-1  created: mobile-money 100.5 GHS',
    '12:00:00  order-1  prompt sent to 233241234567',
    '12:00:00  order-1  POST /collections/mobilemoney 200  approve by default  3 ms',
    `12:00:00  order-1  POST /collections/mobilemoney 400  Duplicate reference  hint: this reference was used at ${startTime} by the transaction ${delivery.transactionId}; state lasts until a reset`,
    '12:00:03  order-1  COMPLETED  approved',
    `12:00:03  order-1  webhook to ${merchant.url} 200 in 3 ms`,
    '',
  ])
  expect(watching.stderr).toBe(`watching ${key} on ${sandbox.url}\n`)
})

test('--json prints each as a line of JSON', async () => {
  const sandbox = await openSandbox()
  const watching = await tail(sandbox, ['--json'])
  await collect(sandbox, 'order-1')
  await watching.line(/"request"/)
  const [request] = (await look(sandbox, '/requests')).data
  await watching.stop()
  const lines = watching.lines.map((line) => JSON.parse(line))
  expect(lines.map(({ event }) => event)).toEqual(['created', 'prompt_sent', 'request'])
  expect(lines[0]).toEqual({
    event: 'created',
    id: 1,
    at: startTime,
    transactionId: request.transactionId,
    reference: 'order-1',
    flow: 'mobile-money',
    amount: 100.5,
    currency: 'GHS',
    kind: 'created',
    text: 'created, with the scenario approve',
    scenario: 'approve',
    by: 'file',
  })
  expect(lines[2]).toEqual({ event: 'request', ...request })
})

test('what others sent can neither steer the terminal nor show a live key', async () => {
  const sandbox = await openSandbox()
  const [watching, json] = await Promise.all([tail(sandbox), tail(sandbox, ['--json'])])
  await collect(sandbox, 'left\u202eright\u009b31m')
  await call(sandbox.url, '/payments/live_s3cret', { key })
  await call(sandbox.url, '/collections/mobilemoney', {
    key,
    body: { reason: '\u001b[2J', reference: '\u001b]0;x\u0007' },
  })
  await Promise.all([watching, json].map((cli) => cli.line(/ 400 |"status":400/)))
  for (const cli of [watching, json]) await cli.stop()
  for (const { stdout } of [watching, json]) {
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}|s3cret/u)
    expect(stdout).toContain('left\\u202eright\\u009b31m')
    expect(stdout).toContain('/payments/live_...')
  }
  expect(json.lines.map((line) => JSON.parse(line).reference)).toContain('left\u202eright\u009b31m')
})

test('while the sandbox starts again it waits, and then misses nothing and tells nothing twice', async () => {
  const folder = folderWith()
  const args = ['--clock', startTime, '--data', join(folder, 'data')]
  const sandbox = await start(args)
  const port = new URL(sandbox.url).port
  const watching = await tail(sandbox, ['--json'])
  await collect(sandbox, 'before')
  await watching.line(/"request"/)
  await sandbox.stop()
  await until('it has noticed', () => watching.stderr.includes('went away'))
  const again = await start([...args, '--port', port])
  await collect(again, 'between')
  await until('it is back', () => watching.stderr.includes('it is back'))
  await collect(again, 'after')
  await watching.line(/"prompt_sent".*"after"/)
  await watching.stop()
  await again.stop()
  const moves = watching.lines.map((line) => JSON.parse(line)).filter(({ event }) => event !== 'request')
  expect(moves.map(({ event, reference }) => `${event} ${reference}`)).toEqual(
    ['before', 'between', 'after'].flatMap((reference) => [`created ${reference}`, `prompt_sent ${reference}`]),
  )
  expect(watching.stderr).toBe(
    [
      `watching ${key} on ${sandbox.url}`,
      `the sandbox at ${sandbox.url} went away; waiting for it to come back`,
      'it is back',
      '',
    ].join('\n'),
  )
})

test('without a sandbox it ends with 6 and says what to do', async () => {
  const { code, stdout, stderr } = await run(['tail', '--url', 'http://127.0.0.1:9'])
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
  expect(stderr).toMatch(
    /^No payments-sandbox answers at http:\/\/127\.0\.0\.1:9: start one with payments-sandbox start/,
  )
})

test.each(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR2'] as const)(
  '%s ends it with 0, also while it waits for a sandbox',
  async (signal) => {
    const sandbox = await openSandbox()
    const [watching, waiting] = await Promise.all([tail(sandbox), tail(sandbox)])
    watching.signal(signal)
    expect(await watching.ended).toMatchObject({ code: 0, signal: null })
    await sandbox.close()
    await until('it waits', () => waiting.stderr.includes('went away'))
    waiting.signal(signal)
    expect(await waiting.ended).toMatchObject({ code: 0, signal: null })
  },
)

test('a reader who has read enough ends it in peace', async () => {
  const sandbox = await openSandbox()
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')
  const script = `{ "${process.execPath}" "${bin}" tail --url ${sandbox.url}; echo "ended with $?" >&2; } | head -1`
  const shell = spawn('sh', ['-c', script], { cwd: folderWith(), stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void shell.kill())
  let [stdout, stderr] = ['', '']
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  shell.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  await until('it watches', () => stderr.includes('watching'))
  for (let order = 0; !stderr.includes('ended'); order++) await collect(sandbox, `order-${order}`)
  expect(stdout).toBe('2026-01-31 in sandbox time (UTC)\n')
  expect(stderr).toBe(`watching ${key} on ${sandbox.url}\nended with 0\n`)
})

test('a forgotten --key is named', async () => {
  const sandbox = await openSandbox()
  await collect(sandbox, 'order-1')
  const watching = await tail(sandbox, ['--key', 'test_other'])
  const hint = `test_other has no transactions; ${key} has some: name a business with --key\n`
  await until('the hint', () => watching.stderr === `watching test_other on ${sandbox.url}\n${hint}`)
  await watching.stop()
})
