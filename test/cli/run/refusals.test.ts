import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

async function refusal(args: readonly string[], files: Readonly<Record<string, string>> = {}, env = {}) {
  const { code, stdout, stderr } = await runInProcess(['start', '--port', '0', ...args], {
    cwd: folderWith(files),
    env,
  })
  expect(stdout).toBe('')
  return { code, stderr }
}

const usual = 'payments-sandbox.config.yaml'

test.each([
  [
    'an unknown flag',
    ['--colours'],
    "error: unknown option '--colours'\npayments-sandbox start --help shows how it is written\n",
  ],
  [
    'a flag with a typing error',
    ['--sed', '1'],
    "error: unknown option '--sed'\n(Did you mean --seed?)\npayments-sandbox start --help shows how it is written\n",
  ],
  [
    'an argument too many',
    ['now'],
    "error: too many arguments for 'start'. Expected 0 arguments but got 1.\npayments-sandbox start --help shows how it is written\n",
  ],
  [
    'a port that is not a number',
    ['--port', 'abc'],
    "error: option '--port <number>' argument 'abc' is invalid. It is not a port: write a number from 0 to 65535.\npayments-sandbox start --help shows how it is written\n",
  ],
  [
    'a port too high',
    ['--port', '65536'],
    "error: option '--port <number>' argument '65536' is invalid. It is not a port: write a number from 0 to 65535.\npayments-sandbox start --help shows how it is written\n",
  ],
  [
    'a seed that is not a number',
    ['--seed', '1.5'],
    "error: option '--seed <number>' argument '1.5' is invalid. It is not a whole number.\npayments-sandbox start --help shows how it is written\n",
  ],
  [
    'a host that others can reach, without a token',
    ['--host', '0.0.0.0'],
    '--host 0.0.0.0 lets other machines in: give --token SECRET too, which /_sandbox then demands\n',
  ],
  [
    'all addresses of IPv6, without a token',
    ['--host', '::'],
    '--host :: lets other machines in: give --token SECRET too, which /_sandbox then demands\n',
  ],
  [
    'a callback URL that others could use, and callbackAllow does not name',
    ['--host', '0.0.0.0', '--token', 's3cret', '--callback-url', 'http://localhost:3000/hooks'],
    'callbackUrl http://localhost:3000/hooks with host 0.0.0.0: address refused: localhost is 127.0.0.1, which is not in the setting callbackAllow: add "localhost" to it to send webhooks there\n',
  ],
  [
    'a callback URL by another name',
    ['--host', '0.0.0.0', '--token', 's3cret', '--callback-url', 'http://shop.example/hooks'],
    'callbackUrl http://shop.example/hooks with host 0.0.0.0: address refused: shop.example is not in the setting callbackAllow: add "shop.example" to it to send webhooks there\n',
  ],
  [
    'a callback URL where webhooks never go',
    ['--host', '0.0.0.0', '--token', 's3cret', '--callback-url', 'http://169.254.169.254/'],
    'callbackUrl http://169.254.169.254/ with host 0.0.0.0: address refused: 169.254.169.254 is link-local (cloud metadata lives there): webhooks never go there\n',
  ],
])('%s is a wrong usage', async (_what, args, stderr) => {
  expect(await refusal(args)).toEqual({ code: 2, stderr })
})

test('a business whose webhooks an exposed sandbox may not send makes the config file unusable', async () => {
  const file = [
    'callbackAllow: [shop.example]',
    'businesses:',
    '  default: { callbackUrl: http://shop.example/hooks }',
    '  test_shop: { callbackUrl: http://localhost:3000/hooks }',
    '  test_till: { callbackUrl: http://till.example/hooks }',
  ].join('\n')
  const { code, stderr } = await refusal(['--host', '0.0.0.0', '--token', 's3cret'], { [usual]: file })
  expect(stderr.split('\n')).toEqual([
    'businesses.test_shop.callbackUrl http://localhost:3000/hooks with host 0.0.0.0: address refused: localhost is 127.0.0.1, which is not in the setting callbackAllow: add "localhost" to it to send webhooks there',
    'businesses.test_till.callbackUrl http://till.example/hooks with host 0.0.0.0: address refused: till.example is not in the setting callbackAllow: add "till.example" to it to send webhooks there',
    '',
  ])
  expect(code).toBe(3)
})

test('no command at all shows the help and is a wrong usage', async () => {
  const { code, stdout, stderr } = await runInProcess([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('start [options]')
})

test.each([['--help'], ['start', '--help'], ['--version']])('%s is not an error', async (...args) => {
  const { code, stdout, stderr } = await runInProcess(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(args.includes('--version') ? /^\d+\.\d+\.\d+\n$/ : /^Usage: payments-sandbox /)
})

test.each([
  ['an unknown setting', 'prot: 4', `${usual}:1:1  prot: unknown setting; did you mean port?`],
  ['a wrong type', 'seed: 1\nport: "x"', `${usual}:2:1  port: is not a whole number`],
  ['a clock that is none', 'clock: noon', `${usual}:1:1  clock: is neither real, frozen nor an ISO 8601 time such as `],
  [
    'an unknown setting of a business',
    'businesses:\n  test_shop:\n    callbakUrl: http://localhost',
    `${usual}:3:5  businesses.test_shop.callbakUrl: unknown setting; did you mean callbackUrl?`,
  ],
  [
    'a wrong value inside a list',
    'businesses:\n  test_shop:\n    retry: [5s, 5x]',
    `${usual}:3:17  businesses.test_shop.retry.1: "5x" is not a duration; write for example 5s, 2m or 1m30s`,
  ],
  ['a key that is none', 'businesses:\n  live_x: {}', `${usual}:2:3  businesses.live_...: is neither`],
  [
    'YAML that breaks off',
    'port: [1\nseed: 2',
    `${usual}:2:1  the file: is not valid YAML: Flow sequence in block collection must be`,
  ],
  ['a setting that stands there twice', 'seed: 1\nseed: 2', `${usual}:2:1  seed: appears twice; remove one of the two`],
  [
    'more aliases than are read',
    `scenarios: [&a mine, ${Array(101).fill('*a').join(', ')}]`,
    `${usual}:1:22  the file: repeats too much by its aliases; write fewer of them`,
  ],
  [
    'an alias of itself',
    'businesses: &a { default: *a }',
    `${usual}:1:27  businesses.default: YAML reads *a as an alias`,
  ],
  ['brackets without an end', '['.repeat(5000), `${usual}:1:67  the file: is nested deeper than 64 levels`],
  ['a list', '- port', `${usual}:1:1  the file: is a list; write a map`],
])('a config file with %s is refused at its place', async (_what, text, stderr) => {
  expect(await refusal([], { [usual]: text })).toEqual({ code: 3, stderr: expect.stringContaining(stderr) })
})

test('every problem of a config file is shown at once', async () => {
  const { stderr } = await refusal([], { [usual]: 'prot: 4\nseed: -1\ndurable: 3\n' })
  expect(stderr.trimEnd().split('\n')).toHaveLength(3)
})

test('a config file that is not there is refused', async () => {
  expect(await refusal(['--config', 'missing.yaml'])).toEqual({
    code: 3,
    stderr: expect.stringMatching(/^missing\.yaml: cannot be read \(ENOENT.*\); name another with --config\n$/),
  })
})

test.each(['yml', 'YAML', 'YML', 'json', 'Yaml'])(
  'a config file whose name ends in .%s is refused, as nothing reads it',
  async (end) => {
    const name = `payments-sandbox.config.${end}`
    const cwd = folderWith({ [name]: 'seed: 7\n' })
    const why = `${name}: is not read under this name; rename it to payments-sandbox.config.yaml`
    const refused = { code: 3, stdout: '', stderr: `${why}\n` }
    expect(await runInProcess(['config', '--show'], { cwd })).toEqual(refused)
    expect(await runInProcess(['start', '--port', '0'], { cwd })).toEqual(refused)
    expect((await runInProcess(['config', '--show', '--config', name], { cwd })).code).toBe(0)
    writeFileSync(join(cwd, 'payments-sandbox.config.yaml'), 'seed: 8\n')
    expect((await runInProcess(['config', '--show'], { cwd })).code).toBe(0)
  },
)

test.each([
  ['UTF-16', Buffer.from('\ufeffseed: 7\n', 'utf16le')],
  ['UTF-16', Buffer.from('seed: 7\n', 'utf16le').swap16()],
  ['not UTF-8', Buffer.from('# caf\u00e9\nseed: 7\n', 'latin1')],
])('a config file that is %s says so', async (kind, bytes) => {
  const cwd = folderWith()
  writeFileSync(join(cwd, 'payments-sandbox.config.yaml'), bytes)
  expect(await runInProcess(['config', '--show'], { cwd })).toEqual({
    code: 3,
    stdout: '',
    stderr: `payments-sandbox.config.yaml: is ${kind} text; save it as UTF-8\n`,
  })
})

test.each([
  ['the flag', ['--clock', 'nonsense'], {}, '--clock: is neither real, frozen nor an ISO 8601 time such as 2026-'],
  ['the flag', ['--clock', '2026-02-31T12:00:00Z'], {}, '--clock: is neither real, frozen nor an ISO 8601 time'],
  ['the flag', ['--callback-url', 'nonsense'], {}, '--callback-url: is not an http or https URL'],
  ['the variable', [], { PAYMENTS_SANDBOX_CLOCK: 'noon' }, 'PAYMENTS_SANDBOX_CLOCK: is neither real, frozen nor'],
  ['the variable', [], { PAYMENTS_SANDBOX_TOKEN: 'schlüssel' }, 'PAYMENTS_SANDBOX_TOKEN: is nothing that a header can'],
  ['the variable', [], { PAYMENTS_SANDBOX_SEED: 'x' }, 'PAYMENTS_SANDBOX_SEED: is not a whole number'],
  ['the variable', [], { PAYMENTS_SANDBOX_DURABLE: 'maybe' }, 'PAYMENTS_SANDBOX_DURABLE: is text; write true or false'],
  ['the variable', [], { PAYMENTS_SANDBOX_CALLBACK_URL: 'x' }, 'PAYMENTS_SANDBOX_CALLBACK_URL: is not an http or'],
])('a wrong setting is shown by the name of %s that set it: %j %j', async (what, args, env, stderr) => {
  const code = what === 'the flag' ? 2 : 3
  expect(await refusal(args, {}, env)).toEqual({ code, stderr: expect.stringContaining(stderr) })
})

test('a scenario file is refused with its place and the lines around it', async () => {
  const text = 'version: 1\nscenarios:\n  late: { after: 3x, outcome: approved }\n'
  const { code, stderr } = await refusal(['--scenarios', 'mine'], { 'mine/late.yaml': text })
  expect(code).toBe(3)
  expect(stderr.split('\n').map((line) => line.trimEnd())).toEqual([
    'mine/late.yaml:3:18  scenarios.late.after: "3x" is not a duration; write for example 5s, 2m or 1m30s',
    '  1 | version: 1',
    '  2 | scenarios:',
    '> 3 |   late: { after: 3x, outcome: approved }',
    '    |                  ^',
    '  4 |',
    '',
  ])
})

test('a scenario folder that is not there is refused', async () => {
  expect(await refusal(['--scenarios', 'missing'])).toEqual({
    code: 3,
    stderr: 'missing:1:1  does not exist; check the path\n',
  })
})

test('a data folder that is a file is refused', async () => {
  expect(await refusal(['--data', 'state'], { state: 'text' })).toEqual({
    code: 3,
    stderr:
      'Cannot use the data folder state: it is a file; copy a backup into an empty folder as sandbox.db, and name that with --data\n',
  })
})

test('where only declared keys count and none is declared, there is none to hand out', async () => {
  expect(await refusal([], { [usual]: 'keys: declared\nbusinesses: { default: {} }\n' })).toEqual({
    code: 3,
    stderr:
      'keys: declared accepts only the keys under businesses, and none is declared there; write for example businesses: { test_shop: {} }\n',
  })
})
