import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { definitionOf, flows } from '../../src/catalogue/flows.ts'
import { tools } from '../../src/cli/mcp/tools.ts'
import { packageRoot } from '../../src/package-root.ts'
import { run } from '../support/cli.ts'
import { openSandbox, shopOf } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function connect(args: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${packageRoot()}/bin/payments-sandbox.js`, 'mcp', ...args],
    stderr: 'pipe',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input })
    const [first] = content
    return { text: first?.type === 'text' ? first.text : '', isError }
  }
  return { client, use }
}

test('an agent does with twelve tools what a person does with commands', async () => {
  const sandbox = await openSandbox()
  const { client, use } = await connect(['--url', sandbox.url, '--key', 'test_agent'])
  const listed = (await client.listTools()).tools
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools))
  // Every agent reads the list in full.
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(4000)
  const hinted = (hint: 'readOnlyHint' | 'destructiveHint') =>
    listed.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name)
  expect(hinted('readOnlyHint')).toEqual(['status', 'wait', 'explain', 'transactions', 'webhooks', 'report'])
  expect(hinted('destructiveHint')).toEqual(['reset'])

  expect((await use('status')).text).toContain('test_agent')
  expect((await use('scenarios', { use: 'wrong-pin' })).isError).toBe(false)
  expect((await use('create', { kind: 'account', reference: 'invoice-1', scenario: 'timeout-unknown' })).isError).toBe(
    true,
  )
  const shop = sandbox.declare('test_agent', {})
  expect(shop).toBeUndefined()
  // Time stands still: the call answers what the transaction waits for.
  const created = await use('create', { kind: 'collect', reference: 'order-1', number: '0241234567' })
  expect([created.isError, created.text]).toEqual([
    false,
    expect.stringContaining('the clock is frozen: the tool advance with {"by":"5s"} moves it to what comes next'),
  ])
  const waited = await use('wait', { transaction: 'order-1', status: 'INITIATED' })
  expect([waited.isError, waited.text]).toEqual([false, expect.stringContaining('order-1')])
  expect((await use('advance', { by: '1h' })).text).toContain('FAILED')
  expect((await use('explain', { transaction: 'order-1' })).text).toContain('wrong-pin')
  expect((await use('transactions', { limit: 1 })).text).toContain('order-1')
  expect((await use('act', { act: 'approve', target: 'order-1' })).isError).toBe(true)
  for (const { tool: kind } of flows.map(definitionOf)) {
    expect(await use('create', { kind, reference: kind })).toMatchObject({ isError: false })
  }
  expect(await use('act', { act: 'approve', target: 'bank-payout' })).toMatchObject({ isError: false })
  expect((await use('report')).text).toContain('situations')
  expect((await use('reset')).text).toContain('reset')
  expect((await use('transactions')).text).toContain('no transactions')
}, 60_000)

test('an answer is cut at 4 KB and says where the rest is; a mistake is an error with its hint', async () => {
  const sandbox = await openSandbox()
  const { use } = await connect(['--url', sandbox.url, '--key', 'test_cut'])
  const { text } = await use('scenarios')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000)
  expect(text).toMatch(/\n\.\.\. cut; the tool scenarios with {"grep":"TEXT"} shows fewer$/)
  const shop = shopOf(sandbox.url, 'test_cut')
  for (let order = 0; order < 60; order++) await shop.collect({ reference: `commande-été-日本語-${order}` })
  // What acts is not done again for the sake of its text.
  const advanced = await use('advance', { by: '1h' })
  expect(Buffer.byteLength(advanced.text)).toBeLessThanOrEqual(4000)
  expect(advanced.text).toMatch(/\n\.\.\. cut; the tool transactions shows what became of it$/)
  const long = await use('explain', { transaction: '日'.repeat(3000) })
  expect([long.isError, Buffer.byteLength(long.text) <= 4000]).toEqual([true, true])
  const missing = await use('explain', { transaction: 'order-9' })
  expect([missing.isError, missing.text]).toEqual([
    true,
    expect.stringMatching(/order-9 .*: the tool transactions lists the transactions of the business/),
  ])
}, 60_000)

test('webhooks go where a tool or an option says, and a tool shows one with its headers', async () => {
  const merchant = await startMerchant()
  const sandbox = await openSandbox()
  const { use } = await connect(['--url', sandbox.url, '--key', 'test_hooks', '--callback-url', 'http://127.0.0.1:1/'])
  expect((await use('status')).text).toMatch(/^callback +http:\/\/127\.0\.0\.1:1\/$/m)
  expect(await use('settings', { callbackUrl: 'nowhere' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^callbackUrl: /),
  })
  expect(await use('settings', { callbackUrl: merchant.url })).toEqual({
    isError: false,
    text: `webhooks go to ${merchant.url} when a request names no callbackURL`,
  })
  await use('create', { kind: 'collect', reference: 'order-1', amount: 12.5 })
  await use('advance', { by: '3s' })
  expect(merchant.webhooks).toMatchObject([{ body: { reference_business: 'order-1', amount: '12.5' } }])
  const { text } = await use('webhooks', { show: 'order-1' })
  const signature = merchant.webhooks[0]?.headers['x-webhook-signature']
  expect(text).toMatch(new RegExp(`^ +content-type +application/json\n[^]* +x-webhook-signature +${signature}$`, 'm'))
  expect((await use('webhooks', { status: 'delivered' })).text).toContain('order-1')
  expect(await use('act', { act: 'replay', target: 'order-1' })).toMatchObject({ isError: false })
  expect(merchant.webhooks).toHaveLength(2)
}, 60_000)

test('what a report finds is not an error of the tool, and it can be about every business', async () => {
  const sandbox = await openSandbox()
  const [one, two] = [sandbox.shop(), sandbox.shop()]
  await one.collect()
  await two.collect()
  const { use } = await connect(['--url', sandbox.url, '--key', one.key])
  await use('scenarios', { use: 'wrong-pin', times: '2' })
  const { isError, text } = await use('report')
  expect([isError, text]).toEqual([false, expect.stringContaining('wrong-pin waited for 2 more requests')])
  expect(text).toContain(`${two.key} had calls too: the tool report with {"all":true} reports on every business`)
  expect((await use('report', { all: true })).text.match(/^business .*$/gm)).toHaveLength(2)
}, 60_000)

test('what a tool is given is never read as an option', async () => {
  const sandbox = await openSandbox()
  const { use } = await connect(['--url', sandbox.url, '--key', 'test_dash'])
  await use('scenarios', { use: 'wrong-pin' })
  for (const [tool, input] of [
    ['explain', { transaction: '--help' }],
    ['advance', { by: '--help' }],
    ['act', { act: 'approve', target: '--help' }],
    ['scenarios', { use: '--clear' }],
    ['wait', { transaction: '--help', timeout: '--json' }],
  ] as const) {
    expect([tool, (await use(tool, input)).isError]).toEqual([tool, true])
  }
  expect((await shopOf(sandbox.url, 'test_dash').get('/_sandbox/scenarios/queue')).body.data).toHaveLength(1)
}, 60_000)

test('the token is not an argument of a process, and a call that is given up leaves none behind', async () => {
  const sandbox = await openSandbox({ token: 's3cret-token', clock: 'real' })
  const { client, use } = await connect(['--url', sandbox.url, '--key', 'test_token', '--token', 's3cret-token'])
  const created = await use('create', { kind: 'account', reference: 'waits' })
  expect([created.isError, created.text]).toEqual([false, expect.not.stringContaining('s3cret')])
  const processes = () => spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.split('\n')
  const waiting = () => processes().filter((line) => line.includes(' wait ') && line.includes('test_token'))
  const given = client.callTool(
    { name: 'wait', arguments: { transaction: 'never', timeout: '40s' } },
    { timeout: 1500 },
  )
  await expect.poll(waiting).toHaveLength(1)
  expect(waiting()[0]).not.toContain('s3cret')
  await expect(given).rejects.toThrow(/timed out/i)
  await expect.poll(waiting, { timeout: 5000 }).toEqual([])
}, 60_000)

test('without a sandbox it starts one in memory, which ends with it', async () => {
  const { client, use } = await connect(['--url', 'http://127.0.0.1:1'])
  expect((await use('status')).isError).toBe(true)
  await client.close()
  // What answers at the address is not a sandbox.
  const other = createServer((_request, response) => response.end('hello'))
  // The other test that needs the default port has it for a moment.
  const listens = () =>
    new Promise<boolean>((resolve) => {
      other.once('error', () => resolve(false)).listen(4747, '127.0.0.1', () => resolve(true))
    })
  await expect.poll(listens).toBe(true)
  onTestFinished(() => void other.close())
  const own = await connect(['--key', 'test_mine', '--callback-url', 'http://127.0.0.1:1/'])
  expect((await own.use('status')).text).toMatch(/^callback +http:\/\/127\.0\.0\.1:1\/$/m)
  expect(own.client.getInstructions()).toContain('the key is test_mine')
  const url = /http:\/\/[\d.]+:\d+/.exec(own.client.getInstructions() ?? '')?.[0] ?? ''
  expect((await own.use('create', { kind: 'collect' })).text).toContain('COMPLETED')
  expect((await fetch(`${url}/_sandbox/health/live`)).status).toBe(200)
  await own.client.close()
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 5000 },
    )
    .toBe('gone')
}, 60_000)

test('a sandbox on another machine is refused unless that is meant', async () => {
  const { code, stderr } = await run(['mcp', '--url', 'http://sandbox.team:4747'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('--remote')])
})
