import { expect, test } from 'vitest'
import { signatureOf } from '../../src/webhooks/sign.ts'
import { call } from '../support/call.ts'
import { type Cli, launch, look } from '../support/cli.ts'
import { type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'

const key = 'test_sandbox'

async function listen(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Cli & { url: string }> {
  const cli = launch(['listen', '--port', '0', ...args], { env })
  const line = await cli.line(/listening|ready/)
  return Object.assign(cli, { url: /http:\/\/[^\s",]+/.exec(line)?.[0] ?? '' })
}

function collect({ url }: OpenedSandbox, callbackURL: string, by = key) {
  const body = mobileMoney({ reference: 'scn:paid-at-once:1', callbackURL })
  return call(url, '/collections/mobilemoney', { key: by, body })
}

function advance(sandbox: OpenedSandbox, by: string) {
  return call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by } })
}

test('it says where it listens and what it answers', async () => {
  const listener = await listen()
  await listener.stop()
  expect(listener.stdout).toMatch(/^listening for webhooks on http:\/\/127\.0\.0\.1:\d+, answering 200\n$/)
  expect(listener.stderr).toBe('')
})

test.each(['SIGQUIT', 'SIGUSR2'] as const)('%s ends it with 0, as SIGTERM does', async (signal) => {
  const listener = await listen()
  listener.signal(signal)
  expect(await listener.ended).toMatchObject({ code: 0, signal: null })
})

test('it prints each webhook and says that its signature is right, and whose', async () => {
  const sandbox = await openSandbox()
  const listener = await listen(['--url', sandbox.url])
  await collect(sandbox, `${listener.url}/hooks`)
  await listener.line(/^}$/)
  const [record] = (await look(sandbox, '/webhooks')).data
  await listener.stop()
  const [, printed] = listener.stdout.split('\n\n')
  expect(printed).toBe(
    `POST /hooks, attempt 1, answered 200, signature right (${key})\n${JSON.stringify(record.body, null, 2)}\n`,
  )
})

test('it finds the sandbox through PAYMENTS_SANDBOX_URL, and its token through PAYMENTS_SANDBOX_TOKEN', async () => {
  const sandbox = await openSandbox({ token: 's3cret' })
  const listener = await listen([], { PAYMENTS_SANDBOX_URL: sandbox.url, PAYMENTS_SANDBOX_TOKEN: 's3cret' })
  await collect(sandbox, listener.url, 'test_other')
  expect(await listener.line(/^POST/)).toBe('POST /, attempt 1, answered 200, signature right (test_other)')
  await listener.stop()
})

test('it knows the secret and header that the config sets', async () => {
  const sandbox = await openSandbox({
    businesses: { test_a: { webhookSecret: 's3cret', signatureHeader: 'x-signed' } },
  })
  const listener = await listen(['--url', sandbox.url])
  await collect(sandbox, listener.url, 'test_a')
  await listener.line(/signature right \(test_a\)$/)
  await listener.stop()
})

test('it says that a forged signature is WRONG', async () => {
  const sandbox = await openSandbox()
  await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  const listener = await listen(['--url', sandbox.url])
  const body = '{"status":"COMPLETED"}'
  const headers = { 'x-webhook-signature': signatureOf('{"status":"FAILED"}', key) }
  await call(listener.url, '/forged', { body, headers })
  await call(listener.url, '/unsigned', { body })
  const verdicts = [await listener.line(/^POST \/forged/), await listener.line(/^POST \/unsigned/)]
  await listener.stop()
  const wrong = 'answered 200, signature WRONG: no business of the sandbox signs like this'
  expect(verdicts).toEqual([`POST /forged, ${wrong}`, `POST /unsigned, ${wrong}`])
})

test('without a sandbox it still checks with --key, and says so when that does not fit', async () => {
  const nowhere = ['--url', 'http://127.0.0.1:1']
  const listener = await listen([...nowhere, '--key', 'test_mine'])
  const sign = (secret: string) => ({ 'x-webhook-signature': signatureOf('{}', secret) })
  await call(listener.url, '/right', { body: '{}', headers: sign('test_mine') })
  await call(listener.url, '/other', { body: '{}', headers: sign('test_other') })
  const verdicts = [await listener.line(/^POST \/right/), await listener.line(/^POST \/other/)]
  await listener.stop()
  expect(verdicts).toEqual([
    'POST /right, answered 200, signature right (test_mine)',
    'POST /other, answered 200, signature not verified: no sandbox at http://127.0.0.1:1, and --key does not fit',
  ])
})

test('a sandbox that does not say who signs is not taken for none', async () => {
  const sandbox = await openSandbox({ token: 's3cret' })
  const listener = await listen(['--url', sandbox.url])
  await call(listener.url, '/mine', { body: '{}', headers: { 'x-webhook-signature': signatureOf('{}', key) } })
  await call(listener.url, '/other', { body: '{}', headers: { 'x-webhook-signature': signatureOf('{}', 'test_b') } })
  const verdicts = [await listener.line(/^POST \/mine/), await listener.line(/^POST \/other/)]
  await listener.stop()
  const why = `the sandbox at ${sandbox.url} does not say who signs: This sandbox demands its token under /_sandbox`
  const hint = 'send the token it was started with in --token SECRET or PAYMENTS_SANDBOX_TOKEN'
  expect(verdicts).toEqual([
    `POST /mine, answered 200, signature right (${key})`,
    `POST /other, answered 200, signature not verified: ${why} (${hint}), and --key does not fit`,
  ])
})

test('--reply 503 makes the sandbox try again after 5 s of its time, then 30 s', async () => {
  const listener = await listen(['--reply', '503'])
  const sandbox = await openSandbox()
  await collect(sandbox, listener.url)
  await listener.line(/attempt 1, answered 503/)
  await advance(sandbox, '5s')
  await listener.line(/attempt 2, answered 503/)
  await advance(sandbox, '29s')
  await advance(sandbox, '1s')
  await listener.line(/attempt 3, answered 503/)
  const [delivery] = (await look(sandbox, '/webhooks')).data
  await listener.stop()
  expect(delivery).toMatchObject({ status: 'pending', attempts: [{ number: 1 }, { number: 2 }, { number: 3 }] })
  expect(listener.stdout.match(/^POST/gm)).toHaveLength(3)
})

test('with --json every line is JSON: ready first, then each webhook with its exact text', async () => {
  const sandbox = await openSandbox()
  const listener = await listen(['--json', '--url', sandbox.url])
  await collect(sandbox, listener.url)
  await listener.line(/"event":"webhook"/)
  await call(listener.url, '/garbage?x=1', { body: 'no JSON' })
  await listener.line(/garbage/)
  await listener.stop()
  const [ready, webhook, garbage] = listener.lines.map((line) => JSON.parse(line))
  expect(ready).toEqual({ event: 'ready', url: listener.url, port: Number(new URL(listener.url).port) })
  expect(webhook).toMatchObject({
    event: 'webhook',
    method: 'POST',
    path: '/',
    headers: { 'x-sandbox-attempt': '1', 'content-type': 'application/json' },
    body: { reference_business: 'scn:paid-at-once:1', status: 'COMPLETED' },
    signature: `right (${key})`,
    reply: 200,
  })
  expect(webhook.raw).toBe(JSON.stringify(webhook.body))
  expect(garbage).toMatchObject({ path: '/garbage?x=1', body: null, raw: 'no JSON' })
})

test('a body cannot send commands to the terminal', async () => {
  const listener = await listen(['--url', 'http://127.0.0.1:1'])
  await call(listener.url, '/', { body: 'not JSON \u001b]0;title\u0007' })
  await listener.line(/not JSON/)
  await listener.stop()
  expect(listener.stdout).toContain('not JSON \\u001b]0;title\\u0007\n')
})

test('--forward-to passes each webhook on as it came, and answers what the other answers', async () => {
  const merchant = await startMerchant(({ headers }) => (headers['x-sandbox-attempt'] === '1' ? 503 : 202))
  const sandbox = await openSandbox()
  const listener = await listen(['--url', sandbox.url, '--forward-to', merchant.url.replace('http://', '')])
  expect(listener.stdout).toMatch(
    /^listening for webhooks on \S+, passing them on to http:\/\/127\.0\.0\.1:\d+\/hook\n$/,
  )
  await collect(sandbox, `${listener.url}/elsewhere`)
  await listener.line(/attempt 1/)
  await advance(sandbox, '5s')
  expect(await listener.line(/attempt 2/)).toBe(
    `POST /elsewhere, attempt 2, ${merchant.url} answered 202, signature right (${key})`,
  )
  const [delivery] = (await look(sandbox, '/webhooks')).data
  await listener.stop()
  expect(delivery.attempts.map(({ response }: { response: { status: number } }) => response.status)).toEqual([503, 202])
  const [first] = merchant.webhooks
  expect(first?.body).toEqual(delivery.body)
  expect(first?.headers).toMatchObject(delivery.attempts[0].headers)
})

test('if the server behind it is down, the sandbox is answered 502 and why', async () => {
  const listener = await listen(['--forward-to', 'http://127.0.0.1:9/hooks', '--url', 'http://127.0.0.1:1'])
  const answer = await fetch(`${listener.url}/x`, { method: 'POST', body: '{}' })
  const why =
    'payments-sandbox listen: no answer from http://127.0.0.1:9/hooks: connection refused: nothing listens there; is your server started?'
  expect([answer.status, await answer.text()]).toEqual([502, `${why}\n`])
  await listener.line(/no answer from/)
  await listener.stop()
  expect(listener.stdout).toContain(`POST /x, http://127.0.0.1:9/hooks answered 502, signature `)
})
