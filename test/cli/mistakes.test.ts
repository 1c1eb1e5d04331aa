import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { answering } from '../support/answering.ts'
import { call } from '../support/call.ts'
import { runInProcess } from '../support/in-process.ts'
import { listening } from '../support/listening.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const locked = await openSharedSandbox({ token: 's3cret' })
const shop = sandbox.shop()
await shop.collect({ reference: 'done-1' })
await shop.advance('3s')
const done = (await shop.get('/_sandbox/transactions?reference=done-1')).body.data[0].id
await shop.post('/_sandbox/scenarios/queue', { use: 'never-final' })
await shop.collect({ reference: 'open-1', accountNumber: '0249998887' })
const at = ['--url', sandbox.url, '--key', shop.key]

const help = (command: string) => `payments-sandbox ${command} --help shows how it is written\n`
const noHeader =
  'is nothing that a header can carry: write 1 to 1000 visible ASCII characters, spaces only between them'
const here = at.join(' ')
const looked = `  payments-sandbox transactions ${here} lists the transactions of the business; --key chooses another business\n`
const final = `Cannot approve ${done}: it is already COMPLETED\n  payments-sandbox explain ${done} ${here} shows how it came to that\n`

/** What was wrong, why, and the command that mends it: each of these says all three. */
const mistakes: readonly (readonly [args: readonly string[], code: number, stderr: string | RegExp])[] = [
  [['approve'], 2, `error: missing required argument 'transaction'\n${help('approve')}`],
  [['approve', 'no-1', ...at], 2, `No transaction of this business has the id or the reference no-1\n${looked}`],
  [['approve', 'done-1', ...at], 2, final],
  [
    ['pin', '0241234567', '0000', ...at],
    2,
    `No open prompt on 0241234567\n  payments-sandbox explain REFERENCE ${here} shows what became of a prompt\n`,
  ],
  [['pin', '12', '0000', ...at], 2, 'number: 12 is not a mobile number\n  write it as 0241234567 or 233241234567\n'],
  [
    ['otp', '0249998887', ...at],
    2,
    /^No open OTP for 0249998887\. .*\n {2}payments-sandbox otp 0249998887 --wait 10s --url \S+ --key \S+ waits for one\n$/,
  ],
  [
    ['pay', 'no-1', ...at],
    2,
    `No virtual account of this business has the number, the id or the reference no-1\n${looked}`,
  ],
  [
    ['pay', 'open-1', ...at],
    2,
    `open-1 (mobile-money) has no account to pay into: use payments-sandbox approve open-1 ${here}\n`,
  ],
  [['pay', 'open-1', '5,000', ...at], 2, 'amount: 5,000 is not an amount: write major units such as 5000.50\n'],
  [['collect', '--currency', 'GHX', ...at], 2, /^--currency: GHX is not a currency; write one of GHS, /],
  [
    ['replay', 'no-1', ...at],
    2,
    `No webhook and no transaction of this business has the id or the reference no-1\n${looked}`,
  ],
  [
    ['replay', 'done-1', ...at],
    2,
    `done-1 is COMPLETED and has no webhook: payments-sandbox explain done-1 ${here} says why\n`,
  ],
  [['webhooks', 'send', '--callback-url', 'shop', ...at], 2, '--callback-url: is not an http or https URL\n'],
  [
    ['transactions', '--after', 'no-1', ...at],
    2,
    '--after: there is no transaction no-1\n  leave it out for the first page\n',
  ],
  ...[
    ['advance', '30x'],
    ['run-until-idle', '--limit', '30x'],
    ['prune', '--older-than', '30x'],
  ].map(
    (args) =>
      [[...args, ...at], 2, /^(?:--[a-z-]+: )?"30x" is not a duration; write for example 5s, 2m or 1m30s\n$/] as const,
  ),
  [
    ['status', '-o', 'xml'],
    2,
    `error: option '-o, --output <format>' argument 'xml' is invalid. Allowed choices are env, sh, json.\n${help('status')}`,
  ],
  [['status', '--keey', 'test_x'], 2, `error: unknown option '--keey'\n(Did you mean --key?)\n${help('status')}`],
  [
    ['start', '--callback', 'x'],
    2,
    `error: unknown option '--callback'\n(Did you mean --callback-url?)\n${help('start')}`,
  ],
  [
    ['exec', 'python3', '-m', 'pytest', 'a b'],
    2,
    `error: unknown option '-m'\nput -- before your command: payments-sandbox exec -- python3 -m pytest 'a b'\n${help('exec')}`,
  ],
  [
    ['exec', '--schedule', '--', 'node', '--test'],
    2,
    `error: unknown option '--test'\n--schedule has no value: it took the -- before your command\n${help('exec')}`,
  ],
  [['help', 'nonsense'], 2, "error: unknown command 'nonsense'\npayments-sandbox --help shows the commands\n"],
  [
    ['help', 'scenarios', 'pla'],
    2,
    "error: unknown command 'pla'\n(Did you mean plan?)\npayments-sandbox scenarios --help shows the commands\n",
  ],
  [
    ['status', '--key', 'shop'],
    2,
    '--key: "shop" is not a test key: write test_ and 1 to 250 visible ASCII characters\n',
  ],
  [
    ['status', '--key', 'live_abc'],
    2,
    '--key: live_ keys are refused here: write test_ and 1 to 250 visible ASCII characters\n',
  ],
  [
    ['status', '--url', 'localhost:4747'],
    2,
    '--url: localhost:4747 is not an address of a sandbox: write for example http://127.0.0.1:4747\n',
  ],
  [
    ['status', '--url', locked.url],
    2,
    'This sandbox demands its token under /_sandbox\n  send the token it was started with in --token SECRET or PAYMENTS_SANDBOX_TOKEN\n',
  ],
  [['status', '--url', locked.url, '--token', 'schlüssel'], 2, `--token: ${noHeader}\n`],
  [
    ['transactions', 'done-1', ...at],
    2,
    `transactions is a list: payments-sandbox explain done-1 ${here} shows one of them\n`,
  ],
  [
    ['explain', 'no-1', ...at],
    2,
    `There is no transaction with the id or the reference no-1 in the business ${shop.key}: payments-sandbox transactions ${here} lists the transactions of the business; --key chooses another business\n`,
  ],
  ...['http://127.0.0.1:1', 'http://localhost:1', 'http://nowhere.invalid:4747'].map(
    (url) =>
      [
        ['health', '--url', url],
        6,
        `No payments-sandbox answers at ${url}: start one with payments-sandbox start, or name its address with --url\n`,
      ] as const,
  ),
  [
    ['start', '--port', '0', '--data', ':memory:', '--host', '203.0.113.9', '--token', 's'],
    2,
    'Cannot listen on 203.0.113.9, port 0 (EADDRNOTAVAIL): name another address with --host, or another port with --port\n',
  ],
  ...['schlüssel', 'line\nbreak', ' led', 'trailed ', '', 'x'.repeat(1001)].map(
    (token) => [['start', '--port', '0', '--token', token], 2, `--token: ${noHeader}\n`] as const,
  ),
  ...['', 'a b', 'http://shop', 'shop:3000'].map(
    (host) =>
      [
        ['start', '--allow-host', host],
        2,
        '--allow-host: is not a host name: write one without scheme and port, such as sandbox or *.svc.cluster.local\n',
      ] as const,
  ),
  [['start', '--mode', 'manuel'], 2, '--mode: "manuel" is not a choice; did you mean manual?\n'],
  ...['foo', 'foo/hooks', 'ftp://localhost:21', '3000'].map(
    (url) =>
      [
        ['listen', '--port', '0', '--forward-to', url],
        2,
        `--forward-to: ${url} is not an address: write for example http://localhost:3000/webhooks\n`,
      ] as const,
  ),
]

test.each(mistakes)('%j ends with %i and says how to mend it', async (args, code, stderr) => {
  const ended = await runInProcess(args)
  expect(ended).toMatchObject({ code, stdout: '' })
  if (typeof stderr === 'string') expect(ended.stderr).toBe(stderr)
  else expect(ended.stderr).toMatch(stderr)
})

test('a command on an empty business says which one is busy in place of what to look at', async () => {
  const { code, stderr } = await runInProcess(['approve', 'done-1', '--url', sandbox.url, '--key', 'test_empty'])
  expect(code).toBe(2)
  expect(stderr).toBe(
    `No transaction of this business has the id or the reference done-1\n  test_empty has no transactions; ${shop.key} has some: name a business with --key\n`,
  )
})

test('with its token, a sandbox that others can reach is driven like any other', async () => {
  const to = ['--url', locked.url, '--token', 's3cret']
  await call(locked.url, '/collections/virtual-account', { key: 'test_sandbox', body: {} })
  for (const args of [['status'], ['health'], ['run-until-idle'], ['reset']]) {
    expect(await runInProcess([...args, ...to])).toMatchObject({ code: 0, stderr: '' })
  }
})

test('an error of the sandbox itself is exit 1, without a stack of the client', async () => {
  const url = await answering(503, { error: { code: 'storage', message: 'Storage is not available' } })
  expect(await runInProcess(['status', '--url', url])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Storage is not available\n',
  })
})

test('an error of another program is a wrong address', async () => {
  const url = await answering(500, {})
  expect(await runInProcess(['status', '--url', url])).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'A server answered, but it is not payments-sandbox (500): {}\n  is another program listening at that address?\n',
  })
})

test('what speaks no HTTP is a wrong address', async () => {
  const server = createServer((socket) => void socket.end('220 mail.test ESMTP\r\n'))
  const url = await listening(server)
  expect(await runInProcess(['status', '--url', url])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `What answers at ${url} does not speak HTTP: name the sandbox with --url\n`,
  })
})

test.each([
  ['a command', ['EVIL'], "error: unknown command 'HOSTILE'\n"],
  ['a near command', ['statu\u001b'], "error: unknown command 'statu\\u001b'\n(Did you mean status?)\n"],
  ['an option', ['status', '--EVIL'], "error: unknown option '--HOSTILE'\n"],
  ['a value', ['start', '--port', 'EVIL'], "error: option '--port <number>' argument 'HOSTILE' is invalid."],
  ['a word after another command', ['exec', 'node', '--EVIL', 'EVIL'], '-- node '],
])('%s that would steer the terminal or begin a line is shown on one line', async (_what, words, said) => {
  const hostile = (word: string) => `${word}\nEVIL\u001b]52;c;ZXZpbA==\u0007`
  const args = words.map((word) => (/EVIL/.test(word) ? hostile(word) : word))
  for (const more of [[], ['--json']]) {
    const { stderr } = await runInProcess([...args, ...more])
    expect(stderr).not.toMatch(/[^\P{C}\n]|^\s*EVIL/mu)
    if (more.length === 0) expect(stderr.replaceAll(/\w*\\u000aEVIL\S+?\\u0007/g, 'HOSTILE')).toContain(said)
  }
})
