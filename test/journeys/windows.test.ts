import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tools } from '../../src/cli/mcp/tools.ts'
import { call } from '../support/call.ts'
import { freePort } from '../support/free-port.ts'
import { openMerchant } from '../support/merchant.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'
import { hasWine, installWindows, type Windows } from './windows/wine.ts'

const key = 'test_sandbox'

/** Makes an order with the test library: `seen` has the webhooks that came. */
const ordering = `
const sandbox = await startSandbox({ clock: 'frozen' })
const merchant = await sandbox.receiver()
const shop = await sandbox.business({ callbackUrl: merchant.url })
const order = {
  method: 'POST',
  headers: { authorization: shop.apiKey, 'content-type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(mobileMoney())}),
}
while (!(await fetch(sandbox.url + '/collections/mobilemoney', order).catch(() => null)));
await shop.runUntilIdle()
const seen = merchant.webhooks.map((webhook) => [webhook.body.status, merchant.verify(webhook)])
await sandbox.stop()
`
const orderTest = `
import { test } from 'node:test'
import assert from 'node:assert/strict'
import { startSandbox } from 'payments-sandbox/testing'
test('an order is paid once', async () => {${ordering}assert.deepEqual(seen, [['COMPLETED', true]])})
`
const orderScript = `import { startSandbox } from 'payments-sandbox/testing'
${ordering}process.exit(seen.length === 1 ? 0 : 3)
`

/** Starts an MCP server, asks for its tools, and closes its input. */
const mcpClient = `
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
const bin = '../node_modules/payments-sandbox/bin/payments-sandbox.js'
const child = spawn(process.execPath, [bin, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] })
child.on('exit', (code) => console.log('ended with', code))
const send = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const clientInfo = { name: 'test', version: '1' }
send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
for await (const line of createInterface({ input: child.stdout })) {
  const { id, result } = JSON.parse(line)
  if (id === 1) {
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/list' })
  } else {
    console.log(result.tools.map(({ name }) => name).join(' '))
    child.stdin.end()
  }
}
`

const place = hasWine ? 'on Windows' : 'on Windows, skipped: it needs Wine (apt-get install wine)'

describe.skipIf(!hasWine)(place, { timeout: 90_000 }, () => {
  let windows: Windows
  beforeAll(() => {
    windows = installWindows()
  }, 300_000)
  afterAll(() => windows?.close())

  test('the state is in a folder with a drive letter and spaces, and is there again after the process was terminated', async () => {
    const merchant = await openMerchant()
    const data = 'C:\\some folder\\data'
    const options = ['--data', data, '--clock', 'frozen', '--callback-url', merchant.url]
    const first = await windows.start(options)
    const created = await call(first.url, '/collections/mobilemoney', { key, body: mobileMoney() })
    expect([created.status, created.body.status]).toEqual([200, 'INITIATED'])
    await windows.terminate(first)
    const second = await windows.start(options)
    await call(second.url, '/_sandbox/clock/advance', { key, body: { by: '1m' } })
    const [webhook] = await merchant.arrived(1)
    expect(webhook?.body).toMatchObject({ id: created.body.id, status: 'COMPLETED', reference_business: 'order-1' })
    const signature = createHmac('sha512', key)
      .update(webhook?.raw ?? '')
      .digest('hex')
    expect(webhook?.headers['x-webhook-signature']).toBe(signature)
    await windows.terminate(second)
    const third = await windows.start(options)
    const { body } = await call(third.url, '/_sandbox/transactions', { key })
    expect(body.data).toMatchObject([{ id: created.body.id, status: 'COMPLETED' }])
    expect(readdirSync(windows.local(data)).toSorted()).toEqual(['.gitignore', 'sandbox.db', 'sandbox.db-wal'])
    await windows.terminate(third)
  })

  test('a folder that is in use and a port that is taken are refused', async () => {
    const sandbox = await windows.start(['--data', 'C:/used'])
    const inUse = await windows.run(['start', '--port', '0', '--data', 'c:\\USED'])
    expect([inUse.code, inUse.stderr]).toEqual([
      3,
      expect.stringContaining('c:\\USED is in use by another payments-sandbox'),
    ])
    const { port } = new URL(sandbox.url)
    const taken = await windows.run(['start', '--port', port, '--data', ':memory:'])
    expect([taken.code, taken.stderr]).toEqual([4, expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`)])
    await windows.terminate(sandbox)
  })

  test('commands act on a running sandbox: health, collect, explain, advance, transactions, backup', async () => {
    const sandbox = await windows.start(['--data', 'C:\\commands', '--clock', 'frozen'])
    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await windows.run(args, { env: { PAYMENTS_SANDBOX_URL: sandbox.url } })
      expect([code, stderr]).toEqual([0, ''])
      return stdout
    }
    expect(await run('health')).toBe(`ok: ${sandbox.url} is ready\n`)
    // Its own receiver gets the webhook.
    expect(await run('collect', '--scenario', 'paid-at-once', '--reference', 'order-1')).toContain(
      'the webhook, signature right (test_sandbox)',
    )
    expect(await run('explain', 'order-1')).toContain('scenario paid-at-once: the header x-sandbox-scenario named it')
    const { body: clock } = await call(sandbox.url, '/_sandbox/clock', { key })
    const later = new Date(Date.parse(clock.now) + 1_800_000).toISOString()
    expect(await run('advance', '30m')).toBe(`now ${later}\n`)
    expect(await run('transactions')).toMatch(/ order-1 +COMPLETED +10.5 GHS +mobile-money +paid-at-once\n/)
    expect(await run('backup', 'C:\\commands\\a copy.db')).toContain('backed up to C:\\commands\\a copy.db')
    expect(readFileSync(windows.local('C:\\commands\\a copy.db'), 'latin1')).toMatch(/^SQLite format 3\0/)
    await windows.terminate(sandbox)
  })

  test('stop ends the sandbox, which deletes the files of --write-env and --port-file', async () => {
    const cwd = windows.folder('stopping')
    const files = ['--write-env', 'payments.env', '--port-file', 'payments.port']
    const sandbox = await windows.start(['--data', 'C:\\stopped', ...files], { cwd })
    expect(readdirSync(windows.local(cwd)).toSorted()).toEqual(['payments.env', 'payments.port'])
    const stopped = await windows.run(['stop', '--url', sandbox.url])
    expect([stopped.code, stopped.stdout, stopped.stderr]).toEqual([0, `stopped ${sandbox.url}\n`, ''])
    expect([(await sandbox.ended).code, readdirSync(windows.local(cwd))]).toEqual([0, []])
  })

  test('init writes files that check accepts; a mistake is shown with its path, and a change is read while it runs', async () => {
    const cwd = windows.folder('with scenarios')
    const made = await windows.run(['init'], { cwd })
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('wrote   scenarios/mine.yaml\n')])
    const file = windows.local(`${cwd}\\scenarios\\mine.yaml`)
    const text = readFileSync(file, 'utf8')
    expect(text.split('\n')[0]).toBe(
      '# yaml-language-server: $schema=../node_modules/payments-sandbox/schema/scenarios.v1.json',
    )
    const checked = await windows.run(['scenarios', 'check'], { cwd })
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok: 1 scenario of yours, \d+ built in\n$/),
    ])
    const sandbox = await windows.start(['--data', ':memory:'], { cwd })
    writeFileSync(file, text.replace('thinks-for-a-minute', 'thinks-long'))
    await until(
      'the changed scenario',
      async () => (await call(sandbox.url, '/_sandbox/scenarios/thinks-long')).status === 200,
    )
    await windows.terminate(sandbox)
    writeFileSync(file, text.replace('outcome', 'outcom'))
    const wrong = await windows.run(['scenarios', 'check', `${cwd}\\scenarios`], { cwd })
    expect([wrong.code, wrong.stdout]).toEqual([
      3,
      expect.stringMatching(/^C:\\my shop\\with scenarios\\scenarios\\mine\.yaml:\d+:\d+ /),
    ])
  })

  test('the page and the reference come with all their files', async () => {
    const sandbox = await windows.start(['--data', ':memory:'])
    for (const path of ['/_sandbox/', '/_sandbox/docs']) {
      const page = await call(sandbox.url, path)
      const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
      expect([page.status, files.length > 1]).toEqual([200, true])
      for (const file of files) expect((await call(sandbox.url, file)).status, file).toBe(200)
    }
    await windows.terminate(sandbox)
  })

  test('node:test runs a test with the test library, alone and by a script in exec', async () => {
    const cwd = windows.folder('tests', {
      'order.test.mjs': orderTest,
      // A script for cmd, as npm and npx are on Windows.
      'tests.cmd': '@node --test %*\r\n',
    })
    const alone = await windows.node(['--test', 'order.test.mjs'], { cwd }).ended
    expect([alone.code, alone.stdout]).toEqual([0, expect.stringMatching(/# pass 1\n# fail 0\n/)])
    const inExec = await windows.run(['exec', '--clock', 'frozen', '--', 'tests', 'order.test.mjs'], { cwd })
    expect([inExec.code, inExec.stdout]).toEqual([0, expect.stringMatching(/# pass 1\n# fail 0\n/)])
    expect(inExec.stderr).toContain('findings     none')
  })

  test('explore finds the order of events that breaks a test, and exec plays it again', async () => {
    const cwd = windows.folder('exploring', { 'order.mjs': orderScript })
    const options = ['--clock', 'frozen', '--only', 'webhook-twice']
    const found = await windows.run(['explore', ...options, '--', 'node', 'order.mjs'], { cwd })
    const file = '.payments-sandbox\\found\\webhook-twice-1.yaml'
    expect([found.code, found.stdout]).toEqual([5, expect.stringContaining(`Saved as ${file}; `)])
    const again = ['exec', '--clock', 'frozen', '--schedule', file, '--', 'node', 'order.mjs']
    const played = await windows.run(again, { cwd })
    expect([played.code, played.stderr]).toEqual([3, expect.stringContaining('played: the webhook')])
  })

  test('explore goes on when a process that the command has left keeps the folder of the run', async () => {
    const cwd = windows.folder('leaving', {
      'leave.mjs': `import { spawn } from 'node:child_process'
const options = { cwd: process.env.FOLDER, detached: true, stdio: 'ignore' }
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], options).unref()
`,
    })
    const options = ['--partial', '--only', 'lost-reply', '--env', 'FOLDER={folder}']
    const { code, stdout } = await windows.run(['explore', ...options, '--', 'node', 'leave.mjs'], { cwd })
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing found')])
  })

  test('audit ends the shell that it has started its shop with, and itself', async () => {
    const [port, shopPort] = [await freePort(), await freePort()]
    const cwd = windows.folder('audited', {
      'shop.mjs': `import { createServer } from 'node:http'
createServer((_request, response) => response.end('no JSON')).listen(${shopPort}, '127.0.0.1')
`,
      'audit.yaml': `order: { post: "http://127.0.0.1:${shopPort}/orders", body: {}, reference: /reference }\nrestart: node shop.mjs\n`,
    })
    const { code, stderr } = await windows.run(['audit', '--plan', 'audit.yaml', '--port', String(port)], { cwd })
    expect([code, stderr]).toEqual([3, expect.stringContaining(`http://127.0.0.1:${shopPort}/orders`)])
  })

  test('an MCP client talks to the sandbox over pipes', async () => {
    const cwd = windows.folder('agent', { 'client.mjs': mcpClient })
    const { code, stdout } = await windows.node(['client.mjs'], { cwd }).ended
    expect([code, stdout]).toEqual([0, `${Object.keys(tools).join(' ')}\nended with 0\n`])
  })
})
