import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, look, run, start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { launchOnTerminal, terminalTest } from '../support/terminal.ts'

const noon = ['start', '--port', '0', '--data', ':memory:', '--clock', '2026-01-31T12:00:00Z']
const key = 'test_sandbox'
/** The lines of what happened, without how long it took. */
const happened = (text: string) => text.replace(/^.*stop with Ctrl\+C\n/s, '').replaceAll(/\b\d+ ms/g, '3 ms')
const urlIn = (text: string) => /ready on (\S+)/.exec(text)?.[1] ?? ''

function collect(url: string, reference: string, changes = {}) {
  return call(url, '/collections/mobilemoney', { key, body: mobileMoney({ reference, ...changes }) })
}

terminalTest('start on a terminal shows each call, each move and each webhook on a line', async () => {
  const merchant = await startMerchant()
  const terminal = launchOnTerminal([...noon, '--callback-url', merchant.url], { columns: 160 })
  const banner = await terminal.shows(/stop with Ctrl\+C\n/)
  const url = urlIn(banner)
  expect(banner).toContain(`  page      ${url}/_sandbox/\n  reference ${url}/_sandbox/docs\n`)
  await collect(url, 'order-1')
  await collect(url, 'order-1')
  await collect(url, 'order-20', { accountNumber: '0240009110', callbackURL: 'http://127.0.0.1:9/hooks' })
  await call(url, '/collections/mobilemoney', { body: mobileMoney({ reference: 'no-key' }) })
  await call(url, '/collections/mobilemoney', { key, body: {} })
  await call(url, '/_sandbox/clock/advance', { key, body: { by: '5s' } })
  await call(url, '/balance', { key: 'test_other' })
  const text = await terminal.shows(/GET \/balance.*\n/)
  const { id } = (await look({ url }, '/transactions?reference=order-1')).data[0]
  terminal.type('\u0003')
  expect((await terminal.ended).code).toBe(0)
  const used = `this reference was used at 2026-01-31T12:00:00.000Z by the transaction ${id}; state lasts until a reset`
  const refused = 'connection refused: nothing listens on 127.0.0.1:9; is your server started?'
  expect(
    happened(text).replace(/ \(one outside this container is at [^)]*\)/, ''),
  ).toBe(`2026-01-31 in sandbox time (UTC)
12:00:00  order-1  POST /collections/mobilemoney 200  approve by default  3 ms
12:00:00  order-1  created: mobile-money 100.5 GHS
12:00:00  order-1  prompt sent to 233241234567
12:00:00  order-1  POST /collections/mobilemoney 400  Duplicate reference  hint: ${used}
12:00:00  order-20  POST /collections/mobilemoney 200  wrong-pin by match  3 ms  hint: scenario wrong-pin: the account number ends in 0009110
12:00:00  order-20  created: mobile-money 100.5 GHS
12:00:00  order-20  prompt sent to 233240009110
12:00:00  no-key    POST /collections/mobilemoney 401  Authentication failed due to invalid api_key  hint: send your test_ key in the Authorization header, for example test_sandbox
12:00:00            POST /collections/mobilemoney 400  amount is required (and 22 more)
12:00:03  order-1   COMPLETED  approved
12:00:03  order-1   webhook to ${merchant.url} 200 in 3 ms
12:00:05  order-20  FAILED  wrong_pin
12:00:05  order-20  webhook to http://127.0.0.1:9/hooks failed: ${refused}, again in 5 s
12:00:00  test_other              GET /balance 200  3 ms
`)
})

terminalTest('Ctrl+C ends with a line of its own that says where the state is', async () => {
  const terminal = launchOnTerminal(noon, { columns: 80 })
  await terminal.shows(/stop with Ctrl\+C\n/)
  terminal.type('\u0003')
  const { code, text } = await terminal.ended
  expect(code).toBe(0)
  expect(stripVTControlCharacters(text).replaceAll('\r', '')).toMatch(
    /stop with Ctrl\+C\n(?:\^C)?\nstopped; the state was in memory\n$/,
  )
})

terminalTest('it is shown on stderr: stdout has the ready line alone', async () => {
  const stdout = join(folderWith(), 'stdout')
  const terminal = launchOnTerminal(noon, { columns: 80, stdout })
  await terminal.shows(/stop with Ctrl\+C\n/)
  const url = urlIn(readFileSync(stdout, 'utf8'))
  await collect(url, 'order-1')
  await terminal.shows(/prompt sent/)
  terminal.type('\u0003')
  await terminal.ended
  expect(readFileSync(stdout, 'utf8')).toBe(`payments-sandbox ready on ${url}\n`)
})

for (const option of ['--quiet', '--json']) {
  terminalTest(`${option} shows nothing of it`, async () => {
    const stdout = join(folderWith(), 'stdout')
    const terminal = launchOnTerminal([...noon, option, '--port-file', join(folderWith(), 'port')], { stdout })
    await terminal.shows(option === '--json' ? /stop with/ : /^$/)
    const text = () => readFileSync(stdout, 'utf8')
    await expect.poll(text).toContain('ready')
    const url = option === '--json' ? JSON.parse(text()).url : urlIn(text())
    await collect(url, 'order-1')
    await look({ url }, '/transactions')
    terminal.type('\u0003')
    const ended = await terminal.ended
    expect(stripVTControlCharacters(ended.text).replace(/^.*stop with Ctrl\+C\r\n/s, '')).toMatch(/^(?:\^C)?$/)
    expect(text().trimEnd().split('\n')).toHaveLength(1)
  })
}

test('away from a terminal nothing of it is shown, and hints are logged as ever', async () => {
  const sandbox = await start(['--clock', '2026-01-31T12:00:00Z'])
  await collect(sandbox.url, 'order-1', { accountNumber: '0240009110' })
  await sandbox.stop()
  expect(sandbox.stderr).not.toContain('prompt sent')
  expect(sandbox.stderr).toMatch(
    /stop with Ctrl\+C\nINFO: POST \/collections\/mobilemoney: scenario wrong-pin.*\nstopped; state kept in \.payments-sandbox\n$/,
  )
})

terminalTest(
  'a sandbox whose starter was killed says on the terminal, once, that it still runs and what ends it',
  async () => {
    const terminal = launchOnTerminal(noon, { columns: 160, starter: 'echo starter $$; "$@"; exit $?' })
    const banner = await terminal.shows(/stop with Ctrl\+C\n/)
    const url = urlIn(banner)
    process.kill(Number(/starter (\d+)/.exec(banner)?.[1]), 'SIGKILL')
    const gone = `what started this sandbox has gone; it still runs at ${url}: payments-sandbox stop --url ${url} ends it\n`
    await terminal.shows(/has gone/)
    expect((await run(['stop', '--url', url])).code).toBe(0)
    const text = await terminal.shows(/stopped;/)
    expect(text.split(gone)).toHaveLength(2)
    terminal.type('\n')
    await terminal.ended
  },
)
