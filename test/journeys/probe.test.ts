import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, launch, run } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'

const shop = `
import { createServer } from 'node:http'
import { spawn } from 'node:child_process'
const { PAYMENTS_SANDBOX_URL: url, PAYMENTS_SANDBOX_API_KEY: authorization, PORT } = process.env
if (process.argv[2] === 'serve') {
  let credited = 0
  createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST') credited += Number(JSON.parse(body).amount)
    response.end(JSON.stringify({ status: credited > 0 ? 'paid' : 'open', credited }))
  }).listen(Number(PORT), '127.0.0.1')
} else {
  spawn(process.execPath, ['shop.mjs', 'serve'], { stdio: 'ignore' }).unref()
  const callbackURL = 'http://127.0.0.1:' + PORT
  while (!(await fetch(callbackURL).catch(() => null)));
  const headers = { authorization, 'content-type': 'application/json' }
  const post = (path, body) => fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/collections/mobilemoney', {
    amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama Mensah', accountNumber: process.env.NUMBER ?? '0241234567',
    reason: 'Tea', reference: 'order-1', callbackURL,
  })
  await post('/_sandbox/clock/run-until-idle', {})
}
`

async function inProject(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const port = String(await freePort())
  const config = `clock: frozen\nprobe: { get: "http://127.0.0.1:${port}/{reference}", paid: { at: /status, is: paid }, credited: /credited }\n`
  const cwd = folderWith({ 'shop.mjs': shop, 'payments-sandbox.config.yaml': config })
  return launch([...args, '--', process.execPath, 'shop.mjs'], { cwd, env: { PORT: port, ...env } }).ended
}

test('exec asks the shop when the run is over: a right credit passes, a double one is an error of the report', async () => {
  expect(await inProject(['exec'])).toMatchObject({ code: 0, stderr: expect.stringContaining('findings     none') })
  // The number of the scenario duplicate: three webhooks.
  const twice = await inProject(['exec'], { NUMBER: '0240009150' })
  expect(twice.code).toBe(5)
  expect(twice.stderr).toContain(
    'error    credited-twice: order-1 was credited 31.5 GHS; its transaction is COMPLETED with 10.5 GHS. The probe answered: {"status":"paid","credited":31.5} [spec 3, 6]\n',
  )
})

test('report asks the shop of a running sandbox', async () => {
  const port = await freePort()
  const shop = createServer((_request, response) => void response.end('{"status":"paid","credited":1}'))
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void shop.close())
  const address = `http://127.0.0.1:${port}`
  const config = `probe: { get: "${address}/{reference}", paid: { at: /status, is: paid }, credited: /credited }\n`
  const cwd = folderWith({ 'payments-sandbox.config.yaml': config })
  const sandbox = launch(['start', '--port', '0', '--callback-url', address], { cwd })
  const url = (await sandbox.line(/ready/)).match(/http:\S+/)?.[0] ?? ''
  const collected = await run(['collect', '--url', url], { cwd })
  expect(collected.code, collected.stderr).toBe(0)
  const { code, stdout } = await run(['report', '--url', url], { cwd })
  expect(code).toBe(5)
  expect(stdout).toMatch(
    /^ {2}error {4}credited-wrong-amount: \S+ was credited 1 GHS; its transaction is COMPLETED with /m,
  )
  await sandbox.stop()
})

test('explore finds the schedule under which the probe shows a wrong credit', { timeout: 90_000 }, async () => {
  const { code, stdout } = await inProject(['explore', '--only', 'webhook-twice'])
  expect(code).toBe(5)
  expect(stdout).toContain(
    'The test fails when the webhook of transaction 1 comes twice (confirmed 3 of 3, run 6 of 6).\n  credited-twice: order-1 was credited 21 GHS;',
  )
})

test('a probe that cannot be asked is exit 3 with what to do, and a wrong probe is refused with its place', async () => {
  const cwd = folderWith({
    'payments-sandbox.config.yaml':
      'probe: { get: "http://127.0.0.1:1/{reference}", paid: { at: /status, is: paid } }\n',
  })
  const collect = `fetch(process.env.PAYMENTS_SANDBOX_URL + '/collections/mobilemoney', { method: 'POST', headers: { authorization: 'test_a', 'content-type': 'application/json' }, body: JSON.stringify({ amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567', reason: 'Tea', reference: 'order-1' }) }).then(() => fetch(process.env.PAYMENTS_SANDBOX_URL + '/_sandbox/clock/run-until-idle', { method: 'POST', headers: { authorization: 'test_a' } }))`
  const ended = await run(['exec', '--', process.execPath, '-e', collect], { cwd })
  expect(ended.code).toBe(3)
  expect(ended.stderr).toMatch(
    /^not checked: the probe http:\/\/127\.0\.0\.1:1\/order-1 cannot be asked \(.*\): is your server running\?$/m,
  )
  const wrong = folderWith({
    'payments-sandbox.config.yaml': 'probe: { get: "http://127.0.0.1:3000/orders", payed: { at: status } }\n',
  })
  const refused = await run(['exec', '--', 'true'], { cwd: wrong })
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining('names no order; write {reference} where its reference belongs'),
  ])
  expect(refused.stderr).toContain('unknown setting; did you mean paid?')
})

const createCall = (code: number) =>
  `fetch(process.env.PAYMENTS_SANDBOX_URL + '/collections/mobilemoney', { method: 'POST', headers: { authorization: 'test_a', 'content-type': 'application/json' }, body: JSON.stringify({ amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567', reason: 'Tea', reference: 'order-1' }) }).then(() => process.exit(${code}))`

test('what a probe answered in place of a row stands below the reason', async () => {
  const server = createServer((_, response) => void response.writeHead(500).end('no such column'))
  const at = await listening(server)
  const cwd = folderWith({
    'payments-sandbox.config.yaml': `probe: { get: "${at}/{reference}", paid: { at: /status, is: paid } }\n`,
  })
  const command = ['explore', '--runs', '1', '--', process.execPath, '-e', createCall(0)]
  expect(await launch(command, { cwd }).ended).toMatchObject({
    code: 3,
    stderr: `not checked: the probe ${at}/order-1 answered 500: let it answer 200 for every order\n  no such column\n`,
  })
})

test('a probe that does not answer is exit 3, and a command that fails keeps its own exit code', async () => {
  const at = await listening(createServer(() => {}))
  const cwd = folderWith({
    'payments-sandbox.config.yaml': `probe: { get: "${at}/{reference}", paid: { at: /status, is: paid } }\n`,
  })
  const explored = (code: number) =>
    launch(['explore', '--runs', '1', '--', process.execPath, '-e', createCall(code)], { cwd }).ended
  const hung = `the probe ${at}/order-1 cannot be asked (no answer within 5000 ms): is your server running?`
  expect(await explored(0)).toMatchObject({ code: 3, stdout: '', stderr: `not checked: ${hung}\n` })
  expect(await explored(7)).toMatchObject({
    code: 7,
    stdout: 'The test fails without any change: mend it first\n  the command ended with exit code 7\n',
  })
  expect(existsSync(join(cwd, '.payments-sandbox'))).toBe(false)
})

test('explore says once for the whole search what could not be checked, whichever references the runs had', async () => {
  const server = createServer(({ url = '' }, response) => {
    const isPaid = url.startsWith('/paid')
    response.writeHead(isPaid ? 200 : 500).end(isPaid ? '{"status":"paid"}' : 'no such column')
  })
  const at = await listening(server)
  const cwd = folderWith({
    'payments-sandbox.config.yaml': `clock: frozen\nprobe: { get: "${at}/{reference}", paid: { at: /status, is: paid } }\n`,
    'buy.mjs': `for (const name of ['paid', 'broken', 'damaged']) await fetch(process.env.PAYMENTS_SANDBOX_URL + '/collections/mobilemoney', {
  method: 'POST', headers: { authorization: 'test_a', 'content-type': 'application/json' },
  body: JSON.stringify({ amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567', reason: 'Tea', reference: name + '-' + process.pid }),
})\n`,
  })
  const command = [process.execPath, 'buy.mjs']
  const ended = await launch(['explore', '--only', 'slow-reply', '--', ...command], { cwd }).ended
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching(/^Nothing found in 11 runs/)])
  expect(ended.stderr.match(/not checked: .*\/(?:broken|damaged)-\d+ answered 500/g)).toHaveLength(1)
})
