import { expect, test } from 'vitest'
import { describedCommands } from '../../src/cli/look/described-commands.ts'
import { createProgram } from '../../src/cli/program.ts'
import { run } from '../support/cli.ts'
import { runInProcess } from '../support/in-process.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const locked = await openSharedSandbox({ token: 's3cret' })
const shop = sandbox.shop()
await shop.collect({ reference: 'done-1' })
await shop.advance('3s')
const at = ['--url', sandbox.url, '--key', shop.key]
const nowhere = ['--url', 'http://127.0.0.1:1']

const commands = describedCommands(await createProgram()).filter(({ usage }) => usage !== null)

/** What a command needs that its arguments do not say. */
const neededBy: Readonly<Record<string, readonly string[]>> = {
  import: ['--key', 'test_shop'],
  prune: ['--older-than', '1d'],
  record: ['--to', 'https://service.example'],
  replay: ['order-1'],
  'scenarios default': ['approve'],
  use: ['approve'],
}

async function errorOf(args: readonly string[]) {
  const { code, stdout, stderr } = await runInProcess([...args, '--json'])
  expect({ args, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ args, stdout: '', lines: 1 })
  const { error } = JSON.parse(stderr)
  expect(Object.keys(error)).toEqual(['code', 'message', 'hint', 'retryable'])
  return { exit: code, ...error }
}

test('every command that prints has --json', () => {
  expect(commands.length).toBeGreaterThan(40)
  expect(commands.filter(({ options }) => !options.some(({ flags }) => flags === '--json'))).toEqual([])
})

test.each(commands.map(({ name }) => name))(
  '%s with --json says one line on stderr for a wrong option',
  async (name) => {
    expect(await errorOf([...name.split(' '), ...(neededBy[name] ?? []), '--no-such-thing'])).toEqual({
      exit: 2,
      code: 'usage',
      message: "unknown option '--no-such-thing'",
      hint: expect.stringContaining(
        `payments-sandbox ${name === 'webhooks' ? 'webhooks list' : name} --help shows how it is written`,
      ),
      retryable: false,
    })
  },
)

test.each([
  ['start', [0, 1, 2, 3, 4]],
  ['exec', [0, 1, 2, 3, 4, 5]],
  ['listen', [0, 1, 2, 4]],
  ['init', [0, 1, 2, 3]],
  ['approve', [0, 1, 2, 6]],
  ['webhooks', [0, 1, 2, 6]],
  ['wait', [0, 1, 2, 6, 8]],
  ['scenarios check', [0, 1, 2, 3]],
  ['scenarios from', [0, 1, 2, 3]],
  ['scenarios list', [0, 1, 2, 3, 6]],
  ['guide', [0, 1, 2]],
])('%s says which exit codes it has', (name, exitCodes) => {
  expect(commands.find((one) => one.name === name)).toMatchObject({ exitCodes })
})

const inClients = commands.filter(({ options }) => options.some(({ flags }) => flags === '--url <url>'))
/** They take the address but do not ask there at once. */
const asksLater = ['listen', 'mcp']

test.each(inClients.map(({ name }) => name).filter((name) => !asksLater.includes(name)))(
  '%s with --json says one line on stderr if no sandbox answers',
  async (name) => {
    const needed = commands.find((one) => one.name === name)?.arguments.filter(({ required }) => required) ?? []
    const values = needed.map((argument) => sampleOf[argument.name] ?? 'order-1')
    const more = neededBy[name] ?? []
    expect(await errorOf([...name.split(' '), ...values, ...more, ...nowhere])).toMatchObject({
      exit: 6,
      code: 'not_running',
      retryable: true,
    })
  },
)

const sampleOf: Readonly<Record<string, string>> = {
  file: import.meta.filename,
  pin: '0000',
  number: '0241234567',
  duration: '30m',
  currency: 'GHS',
}

const otherErrors: readonly (readonly [args: readonly string[], error: object])[] = [
  [['nonsense'], { exit: 2, code: 'usage', message: "unknown command 'nonsense'" }],
  [['scenarios', 'lsit'], { exit: 2, code: 'usage', message: "unknown command 'lsit'", hint: /Did you mean list/ }],
  [['approve', 'done-1', ...at], { exit: 2, code: 'conflict', retryable: false, hint: /explain .* shows how/ }],
  [['wait', 'no-1', '--timeout', '1ms', ...at], { exit: 8, code: 'timeout', retryable: true }],
  [
    ['wait', 'done-1', '--status', 'FAILED', ...at],
    { exit: 8, code: 'timeout', retryable: false, message: /can no longer become FAILED/ },
  ],
  [['health', '--url', locked.url], { exit: 2, code: 'token_required', hint: /--token SECRET/ }],
  [
    ['collect', '--reference', 'done-1', ...at],
    { exit: 2, code: 'refused', message: /^the create call was answered 400/ },
  ],
  [['start', '--config', 'none.yaml'], { exit: 3, code: 'unusable', message: /none\.yaml/ }],
  [['start', '--port', new URL(sandbox.url).port], { exit: 4, code: 'port_taken', retryable: true }],
  [
    ['status', '-o', 'json', '--url', 'http://127.0.0.1:1'],
    { exit: 6, code: 'not_running', message: /^No payments-sandbox/ },
  ],
  [['audit'], { exit: 2, code: 'usage', message: /needs --plan FILE/ }],
]

test.each(otherErrors)('%j with --json is one line on stderr', async (args, wanted) => {
  const error = await errorOf(args)
  for (const [field, value] of Object.entries(wanted)) {
    if (value instanceof RegExp) expect(error[field]).toMatch(value)
    else expect(error).toMatchObject({ [field]: value })
  }
})

test('exec --json prints its report as one line, and what the command prints goes to stderr', async () => {
  const program = ['--', process.execPath, '-e', 'console.log("from the command")']
  const { code, stdout, stderr } = await run(['exec', '--json', '--require', 'wrong_pin', ...program])
  expect([code, stderr, stdout.trimEnd().split('\n').length]).toEqual([5, 'from the command\n', 1])
  const { report, neverMet } = JSON.parse(stdout)
  expect(report.findings).toMatchObject([{ rule: 'no-call-received' }])
  expect(neverMet).toEqual([expect.stringContaining('wrong_pin')])
})

test('exec --json says one line for a command that does not exist, and leaves a --json after -- to the command', async () => {
  const missing = await run(['exec', '--json', '--', 'no-such-program'])
  expect([missing.code, missing.stdout, JSON.parse(missing.stderr).error.code]).toEqual([127, '', 'cannot_run'])
  const plain = await run(['exec', '--', 'no-such-program', '--json'])
  expect(plain.stderr).toBe('no-such-program: no such command; is it installed, and on the PATH?\n')
})

test('init --json lists its files, and which it wrote', async () => {
  const { stdout } = await runInProcess(['init', '--json'])
  expect(JSON.parse(stdout)).toEqual({
    files: [
      { file: 'payments-sandbox.config.yaml', written: true },
      { file: 'scenarios/mine.yaml', written: true },
    ],
  })
})

test('a list says whether it was cut: in a field of its JSON, and in a line for people', async () => {
  await shop.collect({ reference: 'done-2', callbackURL: 'http://127.0.0.1:1' })
  await shop.collect({ reference: 'done-3', callbackURL: 'http://127.0.0.1:1' })
  await shop.advance('3s')
  const shown = async (...args: string[]) => (await runInProcess([...args, ...at])).stdout
  expect(JSON.parse(await shown('webhooks', '--limit', '1', '--json')).more).toBe(true)
  expect(JSON.parse(await shown('webhooks', '--limit', '2', '--json')).more).toBe(false)
  expect(await shown('webhooks', '--limit', '1')).toContain('\nthere are older ones: a higher --limit shows them\n')
  expect(await shown('webhooks', '--limit', '2')).not.toContain('older')
  expect(JSON.parse(await shown('transactions', '--limit', '3', '--json')).next).toBeNull()
  expect(JSON.parse(await shown('wallet', 'GHS', '--json')).more).toBe(false)
  for (let number = 0; number < 11; number++) await shown('wallet', 'GHS', String(number))
  expect(await shown('wallet', 'GHS')).toContain('\nthe newest 10: --json has up to 100\n')
})
