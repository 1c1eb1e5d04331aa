import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { resolveConfig } from '../../../src/cli/settings/resolve-config.ts'
import { answering } from '../../support/answering.ts'
import { folderWith } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'
import { runInProcess } from '../../support/in-process.ts'
import { at, openSandbox, openSharedSandbox, shopOf } from '../../support/opened-sandbox.ts'
import { bankPayout } from '../../support/payout-requests.ts'
import { shopWithCli } from '../../support/shop-with-cli.ts'

const sandbox = await openSharedSandbox()

const open = (settings = {}) => shopWithCli(sandbox, settings)

test('status tells of a business at a glance', async () => {
  const { shop, cli } = open({ currencies: ['GHS', 'NGN'], wallets: { NGN: 12.5 } })
  await shop.call('/_sandbox/scenarios/default', { method: 'PUT', body: { use: 'never-final' } })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  await shop.collect({ reference: 'a', amount: 1 })
  await shop.post('/_sandbox/scenarios/queue', { use: 'otp' })
  const { code, stdout, stderr } = await cli('status')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [away] = /, \d+d\d+[hms] behind this machine's clock$/m.exec(stdout) ?? []
  expect(stdout).toBe(`payments-sandbox 0.1.0
url           ${sandbox.url}
port          ${sandbox.port}
key           ${shop.key}
clock         ${at(0)}, frozen${away}
mode          automatic
callback      the callbackURL of each request
default       never-final, set for this business
queue         wrong-pin (waits for a mobile money collection), otp (waits for a mobile money collection in GHS)
transactions  1: 1 INITIATED
webhooks      none
jobs          1, the next at ${at(5000)}: settle as wrong_pin

WALLET  BALANCE
GHS     1000000
NGN        12.5
`)
})

test('status --json and -o json print what the control API answers', async () => {
  const { shop, cli } = open()
  const { body } = await shop.get('/_sandbox/status')
  for (const args of [['--json'], ['-o', 'json']])
    expect(JSON.parse((await cli('status', ...args)).stdout)).toEqual(body)
})

const printVariables = `
const own = Object.entries(process.env).filter(([name]) => name.startsWith('PAYMENTS_SANDBOX_'))
process.stdout.write(JSON.stringify(Object.fromEntries(own)))`

function variablesAt(command: string, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync(command, args, { encoding: 'utf8', env: { PATH: process.env.PATH } }))
}

test.each(['s3cret', 'a b $HOME `id` "x" \\ #y', "it's $5 & more", "'", ' ', 'two\nlines'])(
  'status -o env prints lines of an env file, and -o sh lines for eval, of the secret %j',
  async (secret) => {
    const { shop, cli } = open({ webhookSecret: secret })
    const wanted = {
      PAYMENTS_SANDBOX_URL: sandbox.url,
      PAYMENTS_SANDBOX_API_KEY: shop.key,
      PAYMENTS_SANDBOX_WEBHOOK_SECRET: secret,
    }
    const [{ stdout: env }, { stdout: sh }] = [await cli('status', '-o', 'env'), await cli('status', '-o', 'sh')]
    expect(parse(env)).toEqual(wanted)
    const file = join(folderWith({ env }), 'env')
    expect(variablesAt(process.execPath, `--env-file=${file}`, '-e', printVariables)).toEqual(wanted)
    const script = 'eval "$(printf %s "$1")"; exec "$2" -e "$3"'
    expect(variablesAt('sh', '-c', script, 'sh', sh, process.execPath, printVariables)).toEqual(wanted)
  },
)

test('a secret that no env file can hold is refused with the name of its variable', async () => {
  const { cli } = open({ webhookSecret: `'it' \`5\` "#1"` })
  const { code, stdout, stderr } = await cli('status', '-o', 'env')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^PAYMENTS_SANDBOX_WEBHOOK_SECRET: no line of an env file .* with status -o sh\n$/)
  const quoted = `''\\''it'\\'' \`5\` "#1"'`
  expect((await cli('status', '-o', 'sh')).stdout).toContain(`\nexport PAYMENTS_SANDBOX_WEBHOOK_SECRET=${quoted}\n`)
})

test('health says that the sandbox is ready', async () => {
  expect(await runInProcess(['health', '--url', sandbox.url])).toMatchObject({
    code: 0,
    stdout: `ok: ${sandbox.url} is ready\n`,
    stderr: '',
  })
  expect((await runInProcess(['health', '--json', '--url', sandbox.url])).stdout).toBe('{"status":"ok"}\n')
})

test('health --check reads the whole database of a stopped sandbox', async () => {
  const data = folderWith()
  const check = () => runInProcess(['health', '--check', data])
  const none = `${data} has no sandbox.db: name the data folder of a stopped sandbox\n`
  expect(await check()).toMatchObject({ code: 2, stderr: none })
  const running = await openSandbox({ data })
  expect(await check()).toMatchObject({ code: 3, stderr: expect.stringContaining('is in use by another') })
  await running.close()
  expect(await check()).toMatchObject({ code: 0, stdout: `ok: ${data} has no damage\n`, stderr: '' })
  const file = join(data, 'sandbox.db')
  const bytes = readFileSync(file)
  // A page that no start reads.
  writeFileSync(file, bytes.fill(0xa5, bytes.length - 4096))
  expect(await check()).toMatchObject({ code: 3, stderr: expect.stringContaining('its sandbox.db is damaged (') })
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('health --wait waits for a sandbox that is still to start', async () => {
  const port = await freePort()
  const waiting = runInProcess(['health', '--wait', '30s', '--url', `http://127.0.0.1:${port}`])
  await openSandbox({ port })
  expect(await waiting).toEqual({ code: 0, stdout: `ok: http://127.0.0.1:${port} is ready\n`, stderr: '' })
})

test('health --wait exits 6 when the time is up', async () => {
  const wait = (url: string) => runInProcess(['health', '--wait', '300ms', '--url', url])
  const none = `http://127.0.0.1:${await freePort()}`
  expect(await wait(none)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining(`No payments-sandbox answers at ${none}`),
  })
  const closed = await answering(409, { error: { code: 'conflict', message: 'The database is not open' } })
  expect(await wait(closed)).toMatchObject({ code: 6, stderr: 'The database is not open\n' })
  const draining = await answering(503, { error: { code: 'draining', message: 'The sandbox stops soon' } })
  expect(await wait(draining)).toMatchObject({ code: 6, stderr: 'The sandbox stops soon\n' })
  expect((await runInProcess(['health', '--url', draining])).code).toBe(6)
})

test('health --wait does not wait for what is not a sandbox, or refuses the caller', async () => {
  const wait = (url: string) => runInProcess(['health', '--wait', '24h', '--url', url])
  expect((await wait(await answering(404, 'another program'))).code).toBe(2)
  expect((await wait((await openSandbox({ token: 'secret' })).url)).code).toBe(2)
})

test('config --show tells each setting’s value and where it comes from, and no secret', async () => {
  const text = `
seed: 7
token: hidden-1
businesses:
  default: { callbackUrl: "http://me:hidden-2@127.0.0.1/hooks" }
  test_shop: { webhookSecret: hidden-3, retry: [5s] }
`
  const cwd = folderWith({ 'payments-sandbox.config.yaml': text })
  const env = { PAYMENTS_SANDBOX_CLOCK: 'frozen', PAYMENTS_SANDBOX_SEED: '8' }
  const { code, stdout } = await runInProcess(['config', '--show', '--seed', '9', '--allow-host', 'a.test'], {
    cwd,
    env,
  })
  expect(code).toBe(0)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  expect(lines).toEqual(
    expect.arrayContaining([
      ['SETTING', 'VALUE', 'ORIGIN'],
      ['port', '4747', 'default'],
      ['seed', '9', 'flag --seed'],
      ['allowHost', '["a.test"]', 'flag --allow-host'],
      ['clock', 'frozen', 'environment PAYMENTS_SANDBOX_CLOCK'],
      ['token', '(secret)', 'file payments-sandbox.config.yaml'],
      ['businesses.default.callbackUrl', 'http://(secret)@127.0.0.1/hooks', 'file payments-sandbox.config.yaml'],
      ['businesses.test_shop.webhookSecret', '(secret)', 'file payments-sandbox.config.yaml'],
      ['businesses.test_shop.retry', '["5s"]', 'file payments-sandbox.config.yaml'],
    ]),
  )
  const json = await runInProcess(['config', '--json'], { cwd, env })
  expect(JSON.parse(json.stdout)).toMatchObject({
    port: { value: 4747, origin: 'default' },
    seed: { value: 8, origin: 'environment', name: 'PAYMENTS_SANDBOX_SEED' },
    token: { value: '(secret)', origin: 'file', name: 'payments-sandbox.config.yaml' },
  })
  expect(stdout + json.stdout).not.toContain('hidden-')
})

test('config --show shows what start uses if nothing is given, of businesses too', async () => {
  const file = 'payments-sandbox.config.yaml'
  const text = 'businesses:\n  default: { timeout: 3s, fees: { bank-payout: 2 } }\n  test_shop: { pin: "1234" }\n'
  const cwd = folderWith({ [file]: text })
  const { stdout } = await runInProcess(['config', '--show', '--json', '--mode', 'manual'], { cwd })
  const shown = JSON.parse(stdout)
  expect([shown.seed, shown.clock, shown.scenarios, shown.mode]).toEqual([
    { value: 1, origin: 'default' },
    { value: 'real', origin: 'default' },
    { value: ['./scenarios'], origin: 'default' },
    { value: 'manual', origin: 'flag', name: '--mode' },
  ])
  const fromFile = { origin: 'file', name: file }
  const of = (key: string, name: string) => shown[`businesses.${key}.${name}`]
  expect(of('default', 'timeout')).toEqual({ value: '3s', ...fromFile })
  expect(of('default', 'fees')).toMatchObject({ value: { 'mobile-money': 1.5, 'bank-payout': 2 }, ...fromFile })
  expect(of('test_shop', 'timeout')).toEqual({ value: '3s', ...fromFile })
  expect(of('test_shop', 'pin')).toEqual({ value: '1234', ...fromFile })
  expect(of('default', 'pin')).toEqual({ value: '0000', origin: 'default' })
  expect(of('test_shop', 'mode')).toEqual({ value: 'manual', origin: 'flag', name: '--mode' })
  const started = await openSandbox(
    await resolveConfig({ config: join(cwd, file), mode: 'manual', data: ':memory:', port: 0 }),
  )
  const settings = (await shopOf(started.url, 'test_shop').get('/_sandbox/business')).body
  for (const [name, value] of Object.entries(settings)) {
    if (name !== 'key' && !/secret/i.test(name)) expect([name, of('test_shop', name)?.value]).toEqual([name, value])
  }
})

test('status says how far a clock is from this machine’s, where it is', async () => {
  const real = await openSandbox({ clock: 'real' })
  const shop = real.shop()
  const clock = async () => {
    const { stdout } = await runInProcess(['status', '--url', real.url, '--key', shop.key])
    return /^clock +\S+, (.*)$/m.exec(stdout)?.[1]
  }
  expect(await clock()).toBe('real')
  await shop.post('/_sandbox/clock/advance', { by: '35m10s' })
  expect(await clock()).toMatch(/^real, 35m(10|9)s ahead of this machine's clock$/)
})

test('report prints how things went, for people, programs and CI servers', async () => {
  const { shop, cli } = open()
  await shop.collect({ metadata: { sandbox: { scenario: 'wrong-pin' } } })
  const { body, text } = await shop.get('/_sandbox/report')
  const all = `payments-sandbox report --key all --url ${sandbox.url}`
  expect(await cli('report')).toMatchObject({
    code: 0,
    stdout: (await shop.get('/_sandbox/report?format=text')).text.replace('GET /_sandbox/report?key=all', all),
  })
  expect((await cli('report', '--json')).stdout).toBe(`${text}\n`)
  expect(JSON.parse((await cli('report', '--format', 'json')).stdout)).toEqual(body)
  expect((await cli('report', '--format', 'junit')).stdout).toMatch(/^<\?xml .*<\/testsuites>\n$/s)
  expect(await cli('report', '--format', 'html')).toMatchObject({ code: 2, stdout: '' })
})

test('report --key all has every business that had a call, and exits 5 if one of them failed', async () => {
  const own = await openSandbox()
  const [good, bad] = [own.shop(), own.shop()]
  const report = (...args: readonly string[]) => runInProcess(['report', '--url', own.url, ...args])
  await good.collect()
  await bad.collect()
  expect(await report('--key', 'all')).toMatchObject({ code: 0, stderr: '' })
  expect((await report('--key', good.key)).stdout).toContain(
    `\nothers       ${bad.key} had calls too: payments-sandbox report --key all --url ${own.url} reports on every business\n`,
  )
  await bad.post('/_sandbox/scenarios/queue', { use: 'wrong-pin' })
  const { code, stdout } = await report('--key', 'all', '--json')
  expect([code, JSON.parse(stdout)]).toEqual([5, (await good.get('/_sandbox/report?key=all')).body])
  for (const format of ['text', 'junit'])
    expect(await report('--key', 'all', '--format', format)).toMatchObject({
      code: 5,
      stdout: expect.stringContaining(`${bad.key}`),
    })
  expect([await report('--key', good.key), await report('--key', bad.key)]).toMatchObject([{ code: 0 }, { code: 5 }])
})

test('report fails on the findings that exec fails on', async () => {
  const { shop, cli } = open()
  await shop.collect()
  const codes = async (...args: readonly string[]) => (await cli('report', ...args)).code
  expect([await codes('--fail-on', 'warning'), await codes('--fail-on', 'info')]).toEqual([0, 5])
  const { stdout } = await cli('report', '--fail-on', 'info', '--format', 'junit')
  expect(stdout).toContain('<failure')
})

test('wallet shows a balance with what moved it, and sets it', async () => {
  const { shop, cli } = open({ currencies: ['GHS', 'NGN'], wallets: { GHS: 100 } })
  expect(await cli('wallet', 'ghs')).toMatchObject({ code: 0, stdout: 'GHS 100\n', stderr: '' })
  expect((await cli('wallet', 'GHS', '250.5')).stdout).toBe(
    `GHS 250.5\nAT              AMOUNT  BALANCE  REFERENCE  WHY\n01-31 12:00:00   150.5    250.5             set by hand\n`,
  )
  const wallets = (await shop.get('/_sandbox/wallets')).body
  expect(JSON.parse((await cli('wallet', 'GHS', '--json')).stdout)).toEqual(wallets[0])
})

test.each([
  [['wallet', 'XYZ'], /^No wallet in XYZ in the business test_shop_\d+: write one of GHS, NGN\n$/],
  [['wallet', 'GHS', 'much'], /^balance: much is not an amount: write major units such as 5000\.50\n$/],
  [['wallet', 'GHS', '0.001'], /^balance: 0\.001 is not a sum of GHS/],
  [
    ['use', 'wrong-pim'],
    /^There is no scenario wrong-pim; did you mean wrong-pin\?\n {2}payments-sandbox scenarios list --url \S+ --key \S+ lists them\n$/,
  ],
  [['use'], /^Name a scenario, such as wrong-pin, or write --clear to empty the queue\n$/],
  [['use', 'otp', '--clear'], /^--clear empties the queue: leave the rest out\n$/],
  [['use', 'otp', '--times', '0'], /^--times: 0 is too small; write at least 1\n$/],
  [['resume', '--rate', '0'], /^--rate: 0 is too small; write at least 0.001\n$/],
  [['resume', '--rate', 'fast'], /It is not a number such as 60 or 0\.5\./],
])('%j is a wrong usage and says what to write', async (args, stderr) => {
  const { cli } = open({ currencies: ['GHS', 'NGN'] })
  expect(await cli(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) })
})

test('use queues a scenario for the next create calls', async () => {
  const { shop, cli } = open()
  expect(await cli('use', 'wrong-pin')).toMatchObject({
    code: 0,
    stdout: 'queued wrong-pin for the next create call that it fits; the queue: wrong-pin\n',
    stderr: '',
  })
  expect((await cli('use', 'otp', '--times', '2')).stdout).toBe(
    'queued otp for the next 2 create calls that it fits; the queue: wrong-pin, otp (2 times)\n',
  )
  const { headers } = await shop.collect()
  expect(headers['x-sandbox-scenario']).toBe('wrong-pin; by=queue')
  const left = (await shop.get('/_sandbox/scenarios/queue')).body
  expect(left).toEqual({ data: [{ use: 'otp', remaining: 2 }] })
  expect(JSON.parse((await cli('use', 'approve', '--json')).stdout)).toEqual({
    data: [...left.data, { use: 'approve', remaining: 1 }],
  })
})

test('use --clear empties the queue', async () => {
  const { shop, cli } = open()
  await cli('use', 'wrong-pin', '--times', '3')
  expect(await cli('use', '--clear')).toMatchObject({ code: 0, stdout: 'the queue: empty\n', stderr: '' })
  expect((await shop.get('/_sandbox/scenarios/queue')).body).toEqual({ data: [] })
  expect(JSON.parse((await cli('use', '--clear', '--json')).stdout)).toEqual({ data: [] })
})

test('resume lets time run on, freeze stops it', async () => {
  const { shop, cli } = open()
  const clock = async () => (await shop.get('/_sandbox/clock')).body
  const resumed = await cli('resume', '--rate', '60')
  expect(resumed.stdout).toMatch(
    /^clock 2026-01-31T12:0\S+, real, at 60 times the speed, \S+ behind this machine's clock\n$/,
  )
  expect(await clock()).toMatchObject({ mode: 'real', rate: 60 })
  const { now, mode, rate } = JSON.parse((await cli('freeze', '--json')).stdout)
  expect(await clock()).toEqual({ now, mode, rate })
  expect(mode).toBe('frozen')
  expect((await cli('freeze')).stdout).toContain(`clock ${now}, frozen, at 60 times the speed, `)
})

test('explain of a transaction that was pruned says so, by its reference and by its id', async () => {
  const { shop, cli } = open()
  const { id } = (await shop.collect({ reference: 'p1' })).body
  await shop.advance('1d')
  expect((await shop.post('/_sandbox/prune', { olderThan: '1h' })).body.transactions).toBe(1)
  const pruned = `what was final by ${at(23 * 3_600_000)} was pruned`
  expect(await cli('explain', 'p1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`There is no transaction p1 any more: ${pruned}\n`),
  })
  expect((await cli('explain', id)).stderr).toContain(`in the business ${shop.key}, or not any more: ${pruned}: `)
  await shop.post('/_sandbox/reset')
  expect((await cli('explain', id)).stderr).not.toContain('pruned')
})

test('explain of a call that was refused says what it was answered', async () => {
  const { shop, cli } = open({ wallets: { GHS: 1 } })
  await shop.post('/disbursements/bank', bankPayout({}, { reference: 'p2' }))
  await shop.collect({ reference: 'p3', amount: -1, currency: 'ABC' })
  const hint = `  payments-sandbox tail --url ${sandbox.url} --key ${shop.key} shows such calls as they come\n`
  expect(await cli('explain', 'p2')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `There is no transaction p2; its create call was answered 400: Insufficient wallet balance\n${hint}`,
  })
  expect((await cli('explain', 'p3')).stderr).toMatch(
    /^There is no transaction p3; its create call was answered 400: \S.*; .*\n/,
  )
})

test('report --flow shows the situations of one flow', async () => {
  const { shop, cli } = open()
  await shop.collect()
  expect((await cli('report')).stdout).toMatch(/^situations +0 of 10 met$/m)
  expect((await cli('report', '--flow', 'bank-payout')).stdout).toContain(
    'not met  invalid-account-number of bank-payout',
  )
  expect(await cli('report', '--flow', 'cash')).toMatchObject({ code: 2, stderr: expect.stringContaining('--flow') })
})
