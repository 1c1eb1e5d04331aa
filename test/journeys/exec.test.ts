import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWith, run } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { junitFaults } from '../support/junit.ts'

/** A merchant's script: `call(path, body)` with the business's key, and a receiver of webhooks. */
const merchant = `
import { createServer } from 'node:http'
const { PAYMENTS_SANDBOX_URL: url, PAYMENTS_SANDBOX_API_KEY: key } = process.env
const receiver = createServer((_incoming, outgoing) => outgoing.end()).listen(0, '127.0.0.1')
await new Promise((resolve) => receiver.once('listening', resolve))
const callbackURL = 'http://127.0.0.1:' + receiver.address().port
const call = async (path, body, headers = {}) => {
  const sent = { method: body ? 'POST' : 'GET', headers: { authorization: key, 'content-type': 'application/json', ...headers } }
  return (await fetch(url + path, body ? { ...sent, body: JSON.stringify(body) } : sent)).json()
}
const collect = (reference, scenario, headers = {}) => call('/collections/mobilemoney', {
  amount: 10, currency: 'GHS', network: 'MTN', accountName: 'Ama Mensah', accountNumber: '0241234567', reason: 'Tea', reference, callbackURL,
}, { ...(scenario ? { 'x-sandbox-scenario': scenario } : {}), ...headers })
`
const done = '\nreceiver.close()\n'

function exec(options: readonly string[], script: string, files: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith({ 'merchant.mjs': merchant + script + done, ...files })
  return run(['exec', ...options, '--', process.execPath, 'merchant.mjs'], { cwd }).then((ended) => ({ ...ended, cwd }))
}

const node = (script: string) => ['--', process.execPath, '-e', script]

test('the command gets URL, key and secret, and its own variables; its output is its own, the report is on stderr', async () => {
  const script = `const e = process.env; console.log(JSON.stringify([e.PAYMENTS_SANDBOX_URL, e.PAYMENTS_SANDBOX_API_KEY, e.PAYMENTS_SANDBOX_WEBHOOK_SECRET, e.BASE, e.BOTH]))`
  const variables = ['--env', 'BASE={url}/v1?a=b', '--env', 'BOTH={apiKey}:{webhookSecret}']
  const { code, stdout, stderr } = await run(['exec', ...variables, ...node(script)])
  const [url, key, secret, base, both] = JSON.parse(stdout)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect([key, secret, base, both]).toEqual([
    'test_sandbox',
    'test_sandbox',
    `${url}/v1?a=b`,
    'test_sandbox:test_sandbox',
  ])
  expect(stderr).toMatch(/^\nexpectations none\nunused {7}none\nfindings {5}1 warning\n .*\nsituations {3}0 of 7 met\n/)
  expect(code).toBe(0)
})

test('--port, and port in the config file, give every run the same address; a port that is taken is exit 4', async () => {
  const port = await freePort()
  const url = (options: readonly string[], files = {}) =>
    run(['exec', ...options, ...node('console.log(process.env.PAYMENTS_SANDBOX_URL)')], { cwd: folderWith(files) })
  const config = { 'payments-sandbox.config.yaml': `port: ${port}\n` }
  expect((await url(['--port', String(port)])).stdout).toBe(`http://127.0.0.1:${port}\n`)
  expect((await url([], config)).stdout).toBe(`http://127.0.0.1:${port}\n`)
  expect((await url(['--port', '0'], config)).stdout).not.toContain(`:${port}\n`)
  await listeningAt(port)
  expect(await url(['--port', String(port)])).toMatchObject({ code: 4, stderr: expect.stringContaining('--port') })
})

/** Holds a port until the test is over. */
async function listeningAt(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}

test('a command that never calls the sandbox is warned of, and fails where warnings do; one that calls it is not', async () => {
  const { code, stderr } = await exec(['--fail-on', 'warning'], `await call('/_sandbox/clock')`)
  expect([code, stderr]).toEqual([
    5,
    expect.stringMatching(
      /\n {2}warning {2}no-call-received: no call reached PAYMENTS_SANDBOX_URL \(http:\/\/127\.0\.0\.1:\d+\), those under \/_sandbox aside: give your code this address as its base_url, for example with --env NAME=\{url\}; turbo hands on only the variables in its passThroughEnv, tox those in its pass_env \[spec 4\]\n/,
    ),
  ])
  const called = await exec(['--fail-on', 'warning'], `await call('/balance')`)
  expect(called).toMatchObject({ code: 0, stderr: expect.stringContaining('findings     none') })
})

test('no proxy is for the address of the sandbox, and what was excepted from the proxy stays so', async () => {
  const script = 'console.log(JSON.stringify([process.env.NO_PROXY, process.env.no_proxy]))'
  const hostsWith = async (env: Readonly<Record<string, string>>, options: readonly string[] = []) =>
    JSON.parse((await run(['exec', ...options, ...node(script)], { env })).stdout)
  const own = '127.0.0.1,localhost'
  expect(await hostsWith({})).toEqual([own, own])
  const merged = `db.test,.corp.test,${own}`
  expect(await hostsWith({ NO_PROXY: '.corp.test, localhost', no_proxy: 'db.test' })).toEqual([
    'db.test,.corp.test,localhost,127.0.0.1',
    'db.test,.corp.test,localhost,127.0.0.1',
  ])
  expect(await hostsWith({ NO_PROXY: 'db.test,.corp.test' })).toEqual([merged, merged])
  expect(await hostsWith({ no_proxy: '*' })).toEqual(['*', '*'])
  expect(await hostsWith({}, ['--env', 'NO_PROXY=mine'])).toEqual(['mine', own])
  const inExplore = `process.exit(process.env.no_proxy === 'db.test,${own}' ? 0 : 1)`
  const { code } = await run(['explore', '--partial', '--runs', '1', ...node(inExplore)], {
    env: { no_proxy: 'db.test' },
  })
  expect(code).toBe(0)
})

test('a finding that no call came names the proxy that the calls may have gone to', async () => {
  const env = { HTTP_PROXY: 'http://proxy.test:3128', all_proxy: 'socks5://proxy.test', https_proxy: '' }
  const { stderr } = await run(['exec', ...node('')], { env })
  expect(stderr).toContain(
    'tox those in its pass_env; or the calls went to a proxy, because HTTP_PROXY and all_proxy are set: let your client use no proxy for 127.0.0.1, or run env -u HTTP_PROXY -u all_proxy COMMAND [spec 4]\n',
  )
  const withoutProxy = await run(['exec', ...node('')])
  expect(withoutProxy.stderr).not.toContain('proxy')
})

test('calls that came without a key that is accepted did come: the report says what they lacked', async () => {
  const script = `for (const headers of [{ authorization: 'live_abc1234' }, {}])
    console.log((await fetch(process.env.PAYMENTS_SANDBOX_URL + '/balance', { headers })).status)`
  const { stdout, stderr } = await exec([], script)
  expect(stdout).toBe('401\n401\n')
  expect(stderr).not.toContain('no-call-received')
  expect(stderr).toMatch(
    /\n {2}info {5}refused-call: no call that reached PAYMENTS_SANDBOX_URL \(http:\S+\) had a key that the sandbox accepts \(2 had none\): give your code PAYMENTS_SANDBOX_API_KEY, for example with --env NAME=\{apiKey\} \[spec 7\]\n/,
  )
  const both = await exec([], `${script}\nawait call('/balance')`)
  expect(both.stderr).toContain('findings     none')
})

test('a script pays and is paid by a sandbox that keeps nothing on the disk', async () => {
  const script = `
    await collect('order-1', 'approve')
    const { body } = await call('/_sandbox/webhooks/wait?reference=order-1')
    console.log(body.status)`
  const { code, stdout, cwd } = await exec([], script)
  expect([code, stdout]).toEqual([0, 'COMPLETED\n'])
  expect(() => readFileSync(join(cwd, '.payments-sandbox'))).toThrow('ENOENT')
})

test.each([3, 127, 255])('exec ends with the exit code of its command: %i', async (code) => {
  expect(await run(['exec', ...node(`process.exit(${code})`)])).toMatchObject({ code })
})

test('a command that dies by a signal is 128 and its number, and the report is printed all the same', async () => {
  const { code, stderr } = await run(['exec', ...node(`process.kill(process.pid, 'SIGKILL')`)])
  expect([code, stderr]).toEqual([137, expect.stringContaining('situations')])
})

test('a command that may not be run is 126 and says how it may', async () => {
  const cwd = folderWith({ notexec: 'echo hi\n' })
  const { code, stderr } = await run(['exec', '--', './notexec'], { cwd })
  expect([code, stderr]).toEqual([
    126,
    expect.stringMatching(/^\.\/notexec may not be run: make it executable with chmod \+x, or name the program/),
  ])
})

test('an expectation that is not met is 5, and says which', async () => {
  const scenarios = { 'scenarios/own.yaml': 'version: 1\nscenarios: { strict: { expect: { statusQueries: 1 } } }' }
  const script = `
    const { id } = await collect('order-1', 'strict')
    await call('/_sandbox/clock/advance', { by: '3s' })`
  const bad = await exec(['--clock', 'frozen'], script, scenarios)
  expect([bad.code, bad.stderr]).toEqual([
    5,
    expect.stringContaining(
      'strict  order-1 of test_sandbox (COMPLETED): statusQueries should be at least 1 and was 0',
    ),
  ])
  expect(bad.stderr).toMatch(/\nfailed: 1 of 1 expectations is not met\n$/)
  const good = await exec(['--clock', 'frozen'], `${script}\nawait call('/payments/' + id)`, scenarios)
  expect(good).toMatchObject({ code: 0, stderr: expect.stringContaining('expectations 1 of 1 met') })
})

test('a queued scenario that was never used is 5; an exit code of the command goes before', async () => {
  const script = `await call('/_sandbox/scenarios/queue', { use: 'wrong-pin' })`
  expect(await exec([], script)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('wrong-pin waited for 1 more'),
  })
  expect(await exec([], `${script}\nprocess.exitCode = 9`)).toMatchObject({ code: 9 })
})

test('every business counts, and what one was before a reset', async () => {
  const script = `
    const other = { authorization: 'test_other' }
    await call('/_sandbox/scenarios/queue', { use: 'wrong-pin' }, other)
    await collect('order-1', 'forged-webhook', other)
    await call('/_sandbox/clock/run-until-idle', {}, other)
    await call('/_sandbox/reset', {}, other)
    await collect('order-1', 'switch-busy', other)
    await call('/_sandbox/clock/run-until-idle', {}, other)`
  const { code, stderr, cwd } = await exec(['--clock', 'frozen', '--report-file', 'report.json'], script)
  expect([code, stderr]).toEqual([5, expect.stringContaining('wrong-pin waited for 1 more request of test_other')])
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))
  expect(report.findings).toMatchObject([{ rule: 'forged-webhook-accepted', business: 'test_other' }])
  const met = report.situations.filter((situation: { readonly met: boolean }) => situation.met)
  expect(met).toMatchObject([{ name: 'wrong-signature', add: null }])
})

test('a restore begins a new chapter: a transaction that it put back is judged before it and after it', async () => {
  const script = `
    const snapshots = '/_sandbox/snapshots/paying'
    await collect('order-1', 'strict')
    await fetch(url + snapshots, { method: 'PUT', headers: { authorization: key } })
    await call('/_sandbox/clock/advance', { by: '3s' })
    await call(snapshots + '/restore', {})`
  const scenarios = { 'scenarios/own.yaml': 'version: 1\nscenarios: { strict: { expect: { deliveries: 1 } } }' }
  const paid = `${script}\nawait call('/_sandbox/clock/advance', { by: '3s' })`
  expect(await exec(['--clock', 'frozen'], paid, scenarios)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('expectations 2 of 2 met'),
  })
  const lost = `${script}\nreceiver.close()\nawait call('/_sandbox/clock/advance', { by: '3s' })`
  expect(await exec(['--clock', 'frozen'], lost, scenarios)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('expectations 1 of 2 met'),
  })
})

test('what a restore took out of the queue is unused, what it brought back waits again; a prune forgets no judgement', async () => {
  const send = `
    const put = (path) => fetch(url + path, { method: 'PUT', headers: { authorization: key } })
    const queue = (use) => call('/_sandbox/scenarios/queue', { use })
    await queue('wrong-pin')
    await put('/_sandbox/snapshots/early')
    await collect('order-1')`
  const back = `await call('/_sandbox/snapshots/early/restore', {})`
  const used = await exec([], `${send}\n${back}\nawait collect('order-2')`)
  expect(used).toMatchObject({ code: 0, stderr: expect.stringContaining('unused       none') })
  const lost = await exec([], `${send}\nawait queue('timeout')\n${back}`)
  expect(lost).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('timeout waited for 1 more request of test_sandbox'),
  })
  const scenarios = { 'scenarios/own.yaml': 'version: 1\nscenarios: { strict: { expect: { deliveries: 2 } } }' }
  const prune = `
    await collect('order-1', 'strict')
    await call('/_sandbox/clock/advance', { by: '2d' })
    console.log((await call('/_sandbox/prune', { olderThan: '1d' })).transactions)`
  const pruned = await exec(['--clock', 'frozen'], prune, scenarios)
  expect(pruned).toMatchObject({ code: 5, stdout: '1\n', stderr: expect.stringContaining('expectations 0 of 1 met') })
})

test('--fail-on makes findings of a level fail, --require situations what was not met; JUnit says so', async () => {
  const script = `
    await collect('order-1', 'approve')
    await collect('order-1', 'duplicate')
    await call('/_sandbox/clock/run-until-idle', {})`
  const frozen = ['--clock', 'frozen', '--report-file', 'report.xml']
  expect(await exec([...frozen, '--fail-on', 'error'], script)).toMatchObject({ code: 0 })
  const strict = await exec([...frozen, '--fail-on', 'warning', '--require', 'situations'], script)
  expect(strict.code).toBe(5)
  expect(strict.stderr).toMatch(
    /failed: 1 finding is of level error or warning\nnever met: wrong-signature; add a test: shop.use\('wrong-signature'\)\n/,
  )
  const xml = readFileSync(join(strict.cwd, 'report.xml'), 'utf8')
  expect(await junitFaults(xml)).toEqual([])
  expect(
    [...xml.matchAll(/<testsuite name="(\w+)".*? failures="(\d+)"/g)].map(
      ([, name, failures]) => `${name} ${failures}`,
    ),
  ).toEqual(['expectations 0', 'queue 0', 'findings 1', 'situations 10'])
  const ofAccounts = await exec(['--flow', 'virtual-account', '--require', 'situations'], script)
  expect(ofAccounts.stderr).toContain("never met: va-expiry; add a test: shop.use('va-expiry')\n")
  expect(ofAccounts.stderr).not.toContain('wrong-pin')
})

test('a report goes into every file that is named', async () => {
  const cwd = folderWith()
  const files = ['--report-file', 'report.xml', '--report-file', 'report.json']
  expect(await run(['exec', ...files, '--', 'true'], { cwd })).toMatchObject({ code: 0 })
  expect(await junitFaults(readFileSync(join(cwd, 'report.xml'), 'utf8'))).toEqual([])
  expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toMatchObject({ ok: true })
})

test('a config file for a shared sandbox does: exec listens on this machine, without a token, with a key that counts', async () => {
  const config = 'host: 0.0.0.0\ntoken: secret\nkeys: declared\nbusinesses: { default: {}, test_shop: {} }\n'
  const script = `
    await collect('order-1', 'approve')
    console.log(key, new URL(url).hostname, (await call('/_sandbox/webhooks/wait?reference=order-1')).status)`
  const { code, stdout } = await exec([], script, { 'payments-sandbox.config.yaml': config })
  expect([code, stdout]).toEqual([0, 'test_shop 127.0.0.1 delivered\n'])
})

test('--mode and --callback-url are those of start', async () => {
  const url = 'http://127.0.0.1:9/hook'
  const script = `
    const { PAYMENTS_SANDBOX_URL: url, PAYMENTS_SANDBOX_API_KEY: authorization } = process.env
    const answer = await fetch(url + '/_sandbox/business', { headers: { authorization } })
    const { mode, callbackUrl } = await answer.json()
    console.log(mode, callbackUrl)`
  const { stdout } = await run(['exec', '--mode', 'manual', '--callback-url', url, ...node(script)])
  expect(stdout).toBe(`manual ${url}\n`)
})
