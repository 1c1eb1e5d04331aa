import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { launch, launchCommand, look, run, start } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { launchOnTerminal, terminalTest } from '../support/terminal.ts'
import { until } from '../support/until.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')

const key = 'test_sandbox'

terminalTest('collect shows on a terminal how a collection goes, down to its signed webhook', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const terminal = launchOnTerminal(['collect', '--url', sandbox.url, '--reference', 'first'], { columns: 80 })
  const { code, text } = await terminal.ended
  expect(code).toBe(0)
  const lines = stripVTControlCharacters(text).replaceAll('\r\n', '\n').split('\n')
  const happened = lines.filter((line) => /^\d\d:/.test(line)).map((line) => line.replace(/\d+ ms/, '3 ms').slice(10))
  expect(happened).toEqual([
    'first  created: mobile-money 10.5 GHS',
    'first  prompt sent to 233241234567',
    'first  POST /collections/mobilemoney 200  approve by default  3 ms',
    'first  COMPLETED  approved',
    expect.stringMatching(/^first {2}webhook to http:\/\/127\.0\.0\.1:\d+\/? 200 in 3 ms$/),
  ])
  expect(lines[0]).toMatch(/^curl http:\/\/127\.0\.0\.1:\d+\/collections\/mobilemoney -H 'authorization: test_sandbox'/)
  expect(text).toContain('signature right (test_sandbox)')
  expect(text).toContain('"reference_business": "first"')
})

test('the curl that it shows makes the same call', async () => {
  const sandbox = await openSandbox()
  const made = await run(['collect', '--url', sandbox.url, '--scenario', 'paid-at-once', '--name', "Ama O'Mensah"])
  const { data } = await look(sandbox, '/requests')
  const [curl = ''] = made.stdout.split('\n')
  expect(curl).toContain("'\\''")
  const sent = /-d '(.*)'$/.exec(curl)?.[1]?.replaceAll("'\\''", "'")
  expect(JSON.parse(sent ?? '')).toEqual(data[0].body)
  expect(curl).toContain("-H 'x-sandbox-scenario: paid-at-once'")
})

test.each([
  [['collect'], 'mobile-money', { amount: '10.5', currency: 'GHS', network: 'MTN' }],
  [
    ['collect', 'mobile-money', '--amount', '3', '--number', '0201234567'],
    'mobile-money',
    { amount: '3', network: 'VOD' },
  ],
  [['collect', 'virtual-account', '--amount', '2500'], 'virtual-account', { amount: '2500', currency: 'NGN' }],
  [['payout'], 'mobile-money-payout', { amount: '10.5', currency: 'GHS' }],
  [['payout', 'bank', '--network', '044'], 'bank-payout', { amount: '5000', currency: 'NGN', network: '044' }],
] as const)('%j makes a transaction of its flow, and ends with its webhook', async (args, flow, record) => {
  const sandbox = await openSandbox()
  const cli = launch([...args, '--url', sandbox.url, '--json'])
  await until(
    () => `a hint in ${cli.stderr}`,
    () => /the clock is frozen/.test(cli.stderr) || undefined,
  )
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '1m' } })
  const { code, stderr } = await cli.ended
  const [transaction] = (await look(sandbox, '/transactions')).data
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^the clock is frozen: payments-sandbox advance \d+[sm] --url \S+ moves it to what comes next/m,
  )
  expect(stderr.includes('pays into it at once')).toBe(flow === 'virtual-account')
  expect(transaction).toMatchObject({ flow, ...record })
  const events = cli.lines.map((line) => JSON.parse(line))
  expect(events.at(-1)?.event === 'webhook' || events.at(-1)?.event === 'webhook_delivered').toBe(true)
  const webhook = events.find(({ event }) => event === 'webhook')
  expect(webhook).toMatchObject({ signature: `right (${key})` })
  expect(JSON.parse(webhook.raw)).toMatchObject({ reference_business: transaction.reference_business, ...record })
})

test('with an address of your own, the webhook goes there', async () => {
  const merchant = await startMerchant()
  const sandbox = await openSandbox({ callbackUrl: merchant.url })
  const paid = ['--scenario', 'paid-at-once', '--url', sandbox.url]
  expect((await run(['collect', ...paid])).code).toBe(0)
  expect((await run(['collect', ...paid, '--callback-url', `${merchant.url}/other`])).code).toBe(0)
  expect(merchant.webhooks).toHaveLength(2)
})

test('a call that is refused is shown with its message, and is exit code 2', async () => {
  const sandbox = await openSandbox()
  const { code, stdout } = await run(['collect', '--url', sandbox.url, '--scenario', 'wrong-pinn'])
  expect(code).toBe(2)
  expect(stdout).toMatch(/ 400 {2}Unknown scenario wrong-pinn: did you mean wrong-pin\?\n$/)
})

test('with --no-wait it ends on a frozen clock, and its webhook comes with the time', async () => {
  const sandbox = await openSandbox()
  const cli = await run(['collect', '--no-wait', '--reference', 'later', '--url', sandbox.url])
  expect([cli.code, cli.stdout, cli.stderr]).toEqual([
    0,
    expect.stringContaining('/collections/mobilemoney 200'),
    expect.stringContaining('the clock is frozen'),
  ])
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '1h' } })
  expect((await look(sandbox, '/webhooks')).data).toMatchObject([{ status: 'delivered' }])
})

test('with --no-wait it is followed on a running clock as long as something comes soon', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const paid = await run(['collect', '--no-wait', '--scenario', 'paid-at-once', '--url', sandbox.url])
  expect([paid.code, paid.stdout]).toEqual([0, expect.stringContaining('COMPLETED')])
  const waits = await run(['collect', 'virtual-account', '--no-wait', '--scenario', 'va-expiry', '--url', sandbox.url])
  expect([waits.code, waits.stderr]).toEqual([0, expect.stringContaining('the account is')])
})

test.each([
  ['service-unavailable', 'the create call was answered 503: Service is not available', true],
  ['too-many-requests', 'the create call was answered 429: Too many requests', true],
  ['dropped-request', 'the create call got no answer (drop)', true],
])('a call that the scenario %s refuses may be made again', async (scenario, message, retryable) => {
  const sandbox = await openSandbox()
  const { code, stderr } = await run(['collect', '--scenario', scenario, '--json', '--url', sandbox.url])
  expect([code, JSON.parse(stderr).error]).toEqual([2, { code: 'refused', message, hint: null, retryable }])
})

test('a scenario that drops the answer is followed all the same', async () => {
  const sandbox = await openSandbox()
  const cli = launch(['collect', '--url', sandbox.url, '--scenario', 'lost-reply'])
  await cli.line(/no answer \(drop\)/)
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '1m' } })
  expect((await cli.ended).code).toBe(0)
})

test('what is printed to go on reaches the same sandbox and business when it is pasted', async () => {
  const sandbox = await openSandbox({ clock: 'real', mode: 'manual' })
  const cli = launch(['collect', '--url', sandbox.url, '--key', 'test_shop', '--reference', "Ama's 1"])
  const command = await until(
    () => `a hint in ${cli.stderr}`,
    () => /it waits for you: payments-sandbox (.*) settles it\n/.exec(cli.stderr)?.[1],
  )
  expect(command).toBe(`approve 'Ama'\\''s 1' --url ${sandbox.url} --key test_shop`)
  expect((await launchCommand(['sh', '-c', `node ${bin} ${command}`]).ended).code).toBe(0)
  expect((await cli.ended).code).toBe(0)
})

test('a webhook that is tried again much later is not followed further, and how to go on is said', async () => {
  const merchant = await startMerchant(() => 503)
  const sandbox = await openSandbox({ clock: 'real', callbackUrl: merchant.url })
  await call(sandbox.url, '/_sandbox/business', { key, method: 'PATCH', body: { retry: ['1s', '30m', '2h'] } })
  const made = await run(['collect', '--url', sandbox.url, '--scenario', 'paid-at-once', '--reference', 'first'])
  expect(made.code).toBe(0)
  expect(made.stdout.match(/webhook_attempted.*|webhook.* 503 in .*/g)).toHaveLength(2)
  expect(made.stderr).toMatch(
    new RegExp(
      `^the next attempt is due at \\S+: payments-sandbox advance \\d+[sm] --url ${sandbox.url} moves time there; payments-sandbox replay first --url ${sandbox.url} sends it now\n$`,
    ),
  )
})

test('when the sandbox goes away it is exit code 6; Ctrl+C ends it with 0', async () => {
  const sandbox = await start(['--clock', '2026-01-31T12:00:00Z'])
  const never = ['collect', '--url', sandbox.url, '--scenario', 'never-final']
  const [left, interrupted] = [launch(never), launch(never)]
  await Promise.all([left.line(/prompt sent/), interrupted.line(/prompt sent/)])
  interrupted.signal('SIGINT')
  expect((await interrupted.ended).code).toBe(0)
  await sandbox.stop()
  expect(await left.ended).toMatchObject({ code: 6, stderr: expect.stringContaining('No payments-sandbox answers') })
})
