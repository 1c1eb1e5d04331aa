import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sleep } from '../../src/time.ts'
import { folderWith, launch, run } from '../support/cli.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

/** A shop with its own check as a script: it orders once, lets the clock run, and fails if it credited wrongly. */
const shop = `
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { PAYMENTS_SANDBOX_URL: url, PAYMENTS_SANDBOX_API_KEY: authorization, CREDITS_ONCE, FOLDER, SAYS_WHY } = process.env
if (FOLDER) writeFileSync(FOLDER + '/mine', 'mine', { flag: 'wx' })
let credited = 0
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { status, amount } = JSON.parse(body)
  if (status === 'COMPLETED' && !(CREDITS_ONCE && credited > 0)) credited += Number(amount)
  response.end()
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const call = (path, body) => fetch(url + path, {
  method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body),
})
const order = {
  amount: 10.5, currency: 'GHS', network: 'MTN', accountName: 'Ama Mensah', accountNumber: '0241234567', reason: 'Tea',
  reference: 'order-1', callbackURL: 'http://127.0.0.1:' + server.address().port,
}
while (!(await call('/collections/mobilemoney', order).catch(() => null)));
await call('/_sandbox/clock/run-until-idle', {})
console.log('credited', credited)
if (SAYS_WHY && credited !== 10.5) console.error('expected 10.5, got ' + credited + ', process ' + process.pid)
process.exit(credited === 10.5 ? 0 : 3)
`

function exploreShop(options: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = newShop()) {
  const command = ['explore', '--clock', 'frozen', ...options, '--', process.execPath, 'shop.mjs']
  return run(command, { cwd, env }).then((ended) => ({ ...ended, cwd }))
}

const newShop = () => folderWith({ 'shop.mjs': shop })
const twice = 'the webhook of transaction 1 comes twice'

test('a failure is printed, saved, played again by exec --schedule, and forgotten once it is mended', async () => {
  const { code, stdout, stderr, cwd } = await exploreShop([])
  const file = '.payments-sandbox/found/webhook-twice-1.yaml'
  expect([code, stdout, stderr]).toEqual([
    5,
    `The test fails when ${twice} (confirmed 3 of 3, run 6 of 83).
  credited 21 (exit code 3)
Saved as ${file}; \`exec --schedule FILE -- CMD\` plays it again.
`,
    'the command printed:\ncredited 21\n',
  ])
  expect(readFileSync(join(cwd, file), 'utf8')).toBe(
    `version: 1\nwhy: ${twice}\nschedule:\n  - { order: 1, change: webhook-twice }\n`,
  )
  const again = ['exec', '--clock', 'frozen', '--schedule', file, '--', process.execPath, 'shop.mjs']
  const played = await run(again, { cwd })
  expect([played.code, played.stdout]).toEqual([3, 'credited 21\n'])
  expect(played.stderr).toContain(`played: ${twice}\n`)
  const mended = await exploreShop(['--only', 'webhook-twice,reversed'], { CREDITS_ONCE: '1' }, cwd)
  expect([mended.code, mended.stdout]).toEqual([
    0,
    `FIXED  ${twice}  (${file})
Nothing found in 6 runs (seed 1).
  reached      webhook-twice 1
  not reached  reversed
`,
  ])
})

test('a failure is shown in the words of the command, which may differ from run to run', async () => {
  const { code, stdout } = await exploreShop(['--only', 'webhook-twice'], { SAYS_WHY: '1' })
  expect(code).toBe(5)
  expect(stdout).toMatch(
    / comes twice \(confirmed 3 of 3, run 6 of 6\)\.\n {2}expected 10\.5, got 21, process \d+\nSaved/,
  )
})

test('--json prints each run and the result, what the command prints goes to stderr, and runs have folders of their own', async () => {
  const options = ['--json', '--only', 'lost-reply,slow-reply', '--env', 'FOLDER={folder}']
  const { code, stdout, stderr } = await exploreShop(options, { CREDITS_ONCE: '1' })
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(lines.map(({ event, number }) => number ?? event).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 'clean'])
  expect(lines.at(-1)).toEqual({
    event: 'clean',
    runs: 8,
    reached: { 'lost-reply': 2, 'slow-reply': 1 },
    notReached: [],
    needsCheck: [],
    untried: 0,
    seed: 1,
  })
  expect(lines.find(({ number }) => number === 6)).toEqual({
    event: 'run',
    number: 6,
    schedule: [{ order: 1, change: 'lost-reply' }],
    ok: true,
  })
  expect(stderr.match(/credited 10.5/g)).toHaveLength(8)
  const found = await exploreShop(['--json', '--only', 'webhook-twice'])
  expect([found.code, JSON.parse(found.stdout.trimEnd().split('\n').at(-1) ?? '')]).toEqual([
    5,
    {
      event: 'found',
      schedule: [{ order: 1, change: 'webhook-twice' }],
      sentence: twice,
      file: '.payments-sandbox/found/webhook-twice-1.yaml',
    },
  ])
})

test.each([
  [
    ['-e', 'process.exit(7)'],
    7,
    'The test fails without any change: mend it first\n  the command ended with exit code 7\n',
  ],
  [
    [
      '-e',
      `const { existsSync, writeFileSync } = require('fs'); if (existsSync('x')) process.exit(7); writeFileSync('x', '')`,
    ],
    7,
    'The test is flaky: 4 of 5 failed without any change; mend it first\n  the command ended with exit code 7\n',
  ],
])('a command that fails without a change is not explored, and nothing is saved: %j', async (script, code, stdout) => {
  const cwd = folderWith()
  const ended = await run(['explore', '--', process.execPath, ...script], { cwd })
  expect(ended).toMatchObject({ code, stdout })
  expect(() => readFileSync(join(cwd, '.payments-sandbox'))).toThrow('ENOENT')
})

test.each([
  [
    ['explore', '--only', 'webhook-twise', '--', 'true'],
    2,
    '--only webhook-twise: there is no such change; did you mean webhook-twice?',
  ],
  [['explore', '--time', '5 minutes', '--', 'true'], 2, '--time 5 minutes: '],
  [['explore', '--runs', '0', '--', 'true'], 2, 'It is not a positive integer.'],
  [['explore', '--', 'no-such-command'], 127, 'no-such-command: no such command'],
  [
    ['explore', '--env', 'A={port}', '--', 'true'],
    2,
    '{port} stands for nothing; write {url}, {apiKey}, {webhookSecret} or {folder}',
  ],
  [
    ['exec', '--schedule', 'nope.yaml', '--', 'true'],
    3,
    'nope.yaml:1:1  does not exist; name a schedule that explore saved',
  ],
  [
    ['exec', '--require', 'wrong_pim', '--', 'true'],
    2,
    'wrong_pim: no result, webhook fault or scenario has this name; did you mean wrong_pin?',
  ],
])('%j is refused with %i before anything runs', async (args, code, problem) => {
  const ended = await run(args)
  expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringContaining(problem)])
})

test('exec --require fails for what the run never met, and says which scenario brings it about', async () => {
  const cwd = newShop()
  const exec = (names: string) =>
    run(['exec', '--clock', 'frozen', '--require', names, '--', process.execPath, 'shop.mjs'], { cwd })
  const ended = await exec('approve,wrong_pin,webhook.copies')
  expect(ended.code).toBe(5)
  expect(ended.stderr.split('\n').filter((line) => line.startsWith('never met'))).toEqual([
    "never met: wrong_pin; add a test: shop.use('wrong-pin')",
    "never met: webhook.copies; add a test: shop.use('duplicate')",
  ])
  expect((await exec('approve,approved')).code).toBe(0)
})

test('require of the config file holds for exec, and the flag goes before it', async () => {
  const cwd = folderWith({ 'shop.mjs': shop, 'payments-sandbox.config.yaml': 'require: [wrong_pin]\nclock: frozen\n' })
  const exec = (...options: string[]) => run(['exec', ...options, '--', process.execPath, 'shop.mjs'], { cwd })
  const [plain, flag] = [await exec(), await exec('--require', 'approve')]
  expect([plain.code, flag.code]).toEqual([5, 0])
  expect(plain.stderr).toContain("never met: wrong_pin; add a test: shop.use('wrong-pin')\n")
  writeFileSync(join(cwd, 'payments-sandbox.config.yaml'), 'require: [wrong_pim]\n')
  expect(await exec()).toMatchObject({
    code: 2,
    stderr:
      'payments-sandbox.config.yaml: require: wrong_pim: no result, webhook fault or scenario has this name; did you mean wrong_pin?\n',
  })
})

test.each([
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGUSR2', 140],
] as const)('%s ends an exploration with %i, and what was saved stays', async (signal, code) => {
  const saved = {
    '.payments-sandbox/found/own.yaml': 'version: 1\nwhy: x\nschedule: [{ order: 1, change: lost-ack }]\n',
  }
  const cwd = folderWith(saved)
  const script = `require('fs').writeFileSync('began', ''); setInterval(() => {}, 1000)`
  const cli = launch(['explore', '--', process.execPath, '-e', script], { cwd })
  await until('the command runs', () => existsSync(join(cwd, 'began')))
  cli.signal(signal)
  expect(await cli.ended).toMatchObject({ code, stdout: 'Stopped after 0 runs; nothing found.\n' })
  expect(existsSync(join(cwd, '.payments-sandbox/found/own.yaml'))).toBe(true)
})

test('a second Ctrl+C ends a command that ignores the first', async () => {
  const cwd = folderWith()
  const script = `process.on('SIGINT', () => {})
    require('fs').writeFileSync('began', String(process.pid)); setInterval(() => {}, 1000)`
  const cli = launch(['explore', '--', process.execPath, '-e', script], { cwd })
  await until('the command runs', () => existsSync(join(cwd, 'began')) && readFileSync(join(cwd, 'began'), 'utf8'))
  cli.signal('SIGINT')
  // One that comes sooner is taken for the same keystroke.
  await sleep(1200)
  cli.signal('SIGINT')
  expect(await cli.ended).toMatchObject({ code: 130 })
  const pid = Number(readFileSync(join(cwd, 'began'), 'utf8'))
  await until('the command is gone', () => !existsSync(`/proc/${pid}`))
})

test('an exploration that had no time for every single change says so', async () => {
  const script = `for (const reference of ['a', 'b']) await fetch(process.env.PAYMENTS_SANDBOX_URL
    + '/collections/mobilemoney', { method: 'POST', headers: { authorization: process.env.PAYMENTS_SANDBOX_API_KEY,
    'content-type': 'application/json' }, body: JSON.stringify({ amount: 1, currency: 'GHS', network: 'MTN',
    accountName: 'Ama', accountNumber: '0241234567', reason: 'Tea', reference }) }).catch(() => {})`
  const command = [process.execPath, '--input-type=module', '-e', script]
  const cut = await run(['explore', '--runs', '6', '--only', 'slow-reply', '--', ...command])
  const unfinished =
    'Nothing found, but 1 of 2 single changes was not tried: raise --time or --runs, or choose with --only\n'
  expect(cut).toMatchObject({ code: 7, stdout: unfinished })
  const partial = await run(['explore', '--partial', '--runs', '6', '--only', 'slow-reply', '--', ...command])
  expect(partial).toMatchObject({ code: 0, stdout: expect.stringContaining('  not tried    1 single change\n') })
  const whole = await run(['explore', '--runs', '7', '--only', 'slow-reply', '--', ...command])
  expect(whole).toMatchObject({ code: 0, stderr: '' })
})

test('a command that creates no transaction is unfinished: no change could happen', async () => {
  const ended = await run(['explore', '--only', 'lost-reply', '--', process.execPath, '-e', ''])
  expect(ended).toMatchObject({
    code: 7,
    stdout: 'Nothing found, but no change could happen: let the test create a transaction and wait for its webhook\n',
  })
})

/** A process with a session and an environment of its own, which holds the output open. */
const escaped = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
const stay = 'setTimeout(() => {}, 60_000)'
const { pid } = spawn(process.execPath, ['-e', stay], { detached: true, env: {}, stdio: 'inherit' })
writeFileSync('pid', String(pid))
`

test('when the time is up a command that never ends is stopped, and nothing is left', async () => {
  const script =
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('pid', String(process.pid))\nsetInterval(() => {}, 1000)\n"
  const cwd = folderWith({ 'wait.mjs': script })
  const ended = await run(['explore', '--time', '2s', '--', process.execPath, 'wait.mjs'], { cwd })
  expect(ended).toMatchObject({
    code: 7,
    stdout: 'Nothing found: the time was up before the first run ended; raise --time\n',
  })
  const pid = readFileSync(join(cwd, 'pid'), 'utf8')
  await until('the command is gone', () => !existsSync(`/proc/${pid}`))
})

test('the output of a process that escaped from an ended command is not waited for', async () => {
  const cwd = folderWith({ 'end.mjs': `${escaped}process.exit(0)\n` })
  onTestFinished(() => void process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8'))))
  const ended = await run(['explore', '--runs', '1', '--', process.execPath, 'end.mjs'], { cwd })
  expect(ended).toMatchObject({ code: 7, stdout: expect.stringContaining('no change could happen') })
})

test('--port gives every run the same address', async () => {
  const port = await freePort()
  const command = [process.execPath, '-e', 'console.log(process.env.PAYMENTS_SANDBOX_URL)']
  const { stderr } = await run(['explore', '--json', '--partial', '--port', String(port), '--', ...command])
  expect(stderr).toBe(`http://127.0.0.1:${port}\n`.repeat(5))
})
