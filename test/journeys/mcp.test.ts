import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { tools } from '../../src/cli/mcp/tools.ts'
import { packageRoot } from '../../src/package-root.ts'
import { run } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

/** The SDK's own client, with the command as its server. */
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

test('an agent does with ten tools what a person does with commands', async () => {
  const sandbox = await openSandbox()
  const { client, use } = await connect(['--url', sandbox.url, '--key', 'test_agent'])
  const listed = (await client.listTools()).tools
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools))
  expect(listed.length).toBeLessThanOrEqual(10)
  const hinted = (hint: 'readOnlyHint' | 'destructiveHint') =>
    listed.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name)
  expect(hinted('readOnlyHint')).toEqual(['status', 'wait', 'explain', 'transactions', 'report'])
  expect(hinted('destructiveHint')).toEqual(['reset'])

  expect((await use('status')).text).toContain('test_agent')
  expect((await use('scenarios', { use: 'wrong-pin' })).isError).toBe(false)
  expect((await use('create', { kind: 'account', reference: 'invoice-1', scenario: 'timeout-unknown' })).isError).toBe(
    true,
  )
  const shop = sandbox.declare('test_agent', {})
  expect(shop).toBeUndefined()
  const created = use('create', { kind: 'collect', reference: 'order-1', number: '0241234567' })
  const waited = await use('wait', { transaction: 'order-1', status: 'INITIATED' })
  expect([waited.isError, waited.text]).toEqual([false, expect.stringContaining('order-1')])
  expect((await use('advance', { by: '1h' })).text).toContain('FAILED')
  await created
  expect((await use('explain', { transaction: 'order-1' })).text).toContain('wrong-pin')
  expect((await use('transactions', { limit: 1 })).text).toContain('order-1')
  expect((await use('act', { act: 'approve', target: 'order-1' })).isError).toBe(true)
  expect((await use('report')).text).toContain('coverage')
  expect((await use('reset')).text).toContain('reset')
  expect((await use('transactions')).text).toContain('no transactions')
}, 60_000)

test('an answer is cut at 4 KB and says where the rest is; a mistake is an error with its hint', async () => {
  const sandbox = await openSandbox()
  const { use } = await connect(['--url', sandbox.url])
  const { text } = await use('scenarios')
  expect(text.length).toBeLessThanOrEqual(4000)
  expect(text).toMatch(/cut; `payments-sandbox scenarios list .*` prints all$/)
  const missing = await use('explain', { transaction: 'order-9' })
  expect([missing.isError, missing.text]).toEqual([true, expect.stringContaining('order-9')])
}, 60_000)

test('without a sandbox it starts one in memory, which ends with it', async () => {
  const { client, use } = await connect(['--url', 'http://127.0.0.1:1'])
  expect((await use('status')).isError).toBe(true)
  await client.close()
  const own = await connect()
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
