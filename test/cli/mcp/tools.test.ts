import { expect, test } from 'vitest'
import { tools } from '../../../src/cli/mcp/tools.ts'
import type { Action } from '../../../src/words/actions.ts'
import { commandOf, toolOf } from '../../../src/words/actions.ts'
import { runInProcess } from '../../support/in-process.ts'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()

/** What a tool understands of its input; the messages if it refuses it. */
function read(tool: string, input: unknown) {
  const { data, error } = tools[tool]?.input.safeParse(input) ?? {}
  return data ?? error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('numbers are taken as text and text as numbers where the other is meant', () => {
  expect(read('create', { kind: 'collect', amount: 10.5, number: 233241234567, reference: 7 })).toEqual({
    kind: 'collect',
    amount: '10.5',
    number: '233241234567',
    reference: '7',
  })
  expect(read('act', { act: 'pin', target: 241234567, value: 1234 })).toEqual({
    act: 'pin',
    target: '241234567',
    value: '1234',
  })
  expect([read('transactions', { limit: '3' }), read('webhooks', { limit: 3 })]).toEqual([{ limit: 3 }, { limit: 3 }])
  expect(read('wait', { transaction: 7, webhook: 'true' })).toEqual({ transaction: '7', webhook: true })
  for (const limit of ['3.5', '', 'three', 0, 101, true, null, [3]])
    expect(read('transactions', { limit })).toHaveLength(1)
  for (const amount of [true, null, {}, [1]]) expect(read('create', { kind: 'collect', amount })).toHaveLength(1)
})

test('a scenario is queued for at most 1,000 create calls', () => {
  expect(read('scenarios', { use: 'timeout', times: '1000' })).toEqual({ use: 'timeout', times: 1000 })
  expect(read('scenarios', { use: 'timeout', times: 1001 })).toEqual(['times: Too big: expected number to be <=1000'])
})

const withTools: readonly Action[] = [
  { do: 'advance', by: '10s' },
  { do: 'explain', transaction: 'order-1' },
  { do: 'approve', transaction: 'order-1' },
  { do: 'pay', transaction: 'order-1' },
  { do: 'fail', transaction: 'order-1' },
  { do: 'replay', webhook: 'order-1' },
  { do: 'show-webhook', webhook: 'abc' },
  { do: 'list-transactions' },
  { do: 'list-scenarios' },
  { do: 'report-all' },
  { do: 'reset' },
]

test.each(withTools)('the tool that a hint names for %j does what its command does', (action) => {
  const { tool = '', input = {} } = toolOf(action) ?? {}
  const does = tools[tool]?.does
  const { words = [], operands = [], key = null } = typeof does === 'function' ? does(input) : {}
  expect([...words, ...operands, ...(key === null ? [] : ['--key', key])]).toEqual(commandOf(action))
  expect(read(tool, input)).toEqual(input)
})

test('a hint names tools for an agent, and commands for everybody else', async () => {
  const shop = sandbox.shop()
  await shop.generate({ reference: 'invoice-1' })
  const said = async (...args: readonly string[]) => {
    const run = async (env: Readonly<Record<string, string>>) => {
      const { stdout, stderr } = await runInProcess([...args, '--url', sandbox.url, '--key', shop.key], { env })
      return `${stdout}${stderr}`.replaceAll(` --url ${sandbox.url} --key ${shop.key}`, '')
    }
    return [await run({}), await run({ PAYMENTS_SANDBOX_HINTS: 'tools' })]
  }
  const wordings = [
    [
      ['decline', 'invoice-1'],
      'payments-sandbox fail invoice-1 RESULT',
      'the tool act with {"act":"fail","target":"invoice-1","value":"RESULT"}',
    ],
    [['decline', 'invoice-1'], 'payments-sandbox explain ', 'the tool explain with {"transaction":"'],
    [
      ['decline', 'order-9'],
      'payments-sandbox transactions lists the transactions of the business; --key chooses another business',
      'the tool transactions lists the transactions of the business; the option --key of payments-sandbox mcp chooses another business',
    ],
    [['use', 'wrong-pinn'], 'payments-sandbox scenarios list lists them', 'the tool scenarios lists them'],
    [
      ['pin', '0241234567', '0000'],
      'payments-sandbox explain REFERENCE shows',
      'the tool explain with {"transaction":"REFERENCE"} shows',
    ],
    [
      ['otp', '0241234567'],
      'payments-sandbox otp 0241234567 --wait 10s waits',
      'the tool act with {"act":"otp","target":"0241234567"} waits',
    ],
    [
      ['restore', 'none'],
      'payments-sandbox snapshot NAME takes one',
      '`payments-sandbox snapshot NAME` (a command: no tool does it) takes one',
    ],
    [['transactions', '--limit', '1'], 'older ones: --after ', 'older ones: after '],
    [['collect', '--amount', '1,5'], '--amount: 1,5 is not', 'amount: 1,5 is not'],
    [['advance', 'soon'], '"soon" is', 'by: "soon" is'],
  ] as const
  await shop.collect({ reference: 'order-1', accountNumber: '0201234567', network: 'TELECEL' })
  for (const [args, command, tool] of wordings) {
    const [toPeople, toAgents] = await said(...args)
    expect(toPeople).toContain(command)
    expect(toPeople).not.toContain('the tool ')
    expect(toAgents).toContain(tool)
  }
})
