import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { folderWith, look, run, start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const key = 'test_sandbox'

test('one line on stdout says that it is ready and where; the banner is on stderr', async () => {
  const sandbox = await start()
  await call(sandbox.url, '/nowhere')
  await until('the banner', () => sandbox.stderr.includes('stop with Ctrl+C'))
  await sandbox.stop()
  expect(sandbox.stdout).toMatch(/^payments-sandbox ready on http:\/\/127\.0\.0\.1:\d+\n$/)
  expect(sandbox.stderr).toContain(`base_url  ${sandbox.url}\n`)
  expect(sandbox.stderr).toContain('API key   test_sandbox')
  expect(sandbox.stderr).toContain('seed      1\n')
})

test('with --json every line of stdout is JSON, and the first tells all that a program needs', async () => {
  const sandbox = await start(['--json', '--seed', '7'])
  await call(sandbox.url, '/nowhere')
  await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  await sandbox.stop()
  const [ready] = sandbox.lines.map((line) => JSON.parse(line))
  expect(ready).toEqual({
    event: 'ready',
    url: sandbox.url,
    port: Number(new URL(sandbox.url).port),
    pid: sandbox.pid,
    apiKey: 'test_sandbox',
    webhookSecret: 'test_sandbox',
    seed: 7,
  })
  expect(Object.keys(ready)).toEqual(['event', 'url', 'port', 'pid', 'apiKey', 'webhookSecret', 'seed'])
})

test('--quiet leaves stderr empty, hints included', async () => {
  const sandbox = await start(['--quiet'])
  expect((await call(sandbox.url, '/collections/mobile-money', { key, body: {} })).status).toBe(404)
  await sandbox.stop()
  expect(sandbox.stderr).toBe('')
  expect(sandbox.stdout).toBe(`payments-sandbox ready on ${sandbox.url}\n`)
})

test('--quiet still tells of a scenario file that was changed and is wrong', async () => {
  const cwd = folderWith({ 'scenarios/mine.yaml': 'version: 1\nscenarios: { mine: {} }' })
  const sandbox = await start(['--quiet'], { cwd })
  writeFileSync(join(cwd, 'scenarios', 'mine.yaml'), 'version: 1\nscenarios: { mine: { after: soon } }')
  await until('the bad file is named', () => sandbox.stderr.includes('is not a duration') || undefined)
  expect(sandbox.stderr).toContain(`ERROR: scenario files have changed and are wrong, so the last good version stays:
scenarios/mine.yaml:2:29  scenarios.mine.after: "soon" is not a duration; write for example 5s, 2m or 1m30s
  1 | version: 1
> 2 | scenarios: { mine: { after: soon } }
    |                             ^
`)
  await sandbox.stop()
})

test('a scenario that goes from its file while it is the default of a business is named by the next request', async () => {
  const cwd = folderWith({ 'scenarios/mine.yaml': 'version: 1\nscenarios: { slow: { after: 1h } }' })
  const sandbox = await start([], { cwd })
  const create = () => call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  await call(sandbox.url, '/_sandbox/scenarios/default', { key, method: 'PUT', body: { use: 'slow' } })
  writeFileSync(join(cwd, 'scenarios', 'mine.yaml'), 'version: 1\nscenarios: {}')
  await until('the file is read again', () => sandbox.stderr.includes('were read again') || undefined)
  expect(await create()).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(
        /^Unknown scenario slow \(the default of this business\): did you mean one of slow-approval, /,
      ),
    },
  })
  await sandbox.stop()
})

test('the state is in .payments-sandbox, and is there again after a restart', async () => {
  const cwd = folderWith()
  for (const reference of ['first', 'second']) {
    const sandbox = await start([], { cwd })
    await call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney({ reference }) })
    await sandbox.stop()
  }
  expect(readdirSync(cwd)).toEqual(['.payments-sandbox'])
  const sandbox = await start([], { cwd })
  expect((await look(sandbox, '/transactions')).data).toHaveLength(2)
  await sandbox.stop()
})

test('a start that finds transactions says how many, and the command that begins again', async () => {
  const cwd = folderWith()
  /** Runs a sandbox until `work` is done, and gives the state that its banner names. */
  const stateOf = async (work: (url: string) => Promise<unknown>) => {
    const sandbox = await start([], { cwd })
    await work(sandbox.url)
    await sandbox.stop()
    expect(sandbox.stderr).toMatch(/\nstopped; state kept in \.payments-sandbox\n$/)
    return /^ {2}state +(.*)$/m.exec(sandbox.stderr.replace(sandbox.url, 'URL'))?.[1]?.replace(sandbox.url, 'URL')
  }
  const collect = (url: string, key: string, reference: string) =>
    call(url, '/collections/mobilemoney', { key, body: mobileMoney({ reference }) })
  expect(await stateOf((url) => collect(url, key, 'one'))).toBe('.payments-sandbox')
  expect(await stateOf((url) => collect(url, 'test_other', 'one'))).toBe(
    `.payments-sandbox, with 1 transaction of ${key}: payments-sandbox reset --url URL begins again`,
  )
  expect(await stateOf((url) => run(['reset', '--url', url]))).toBe(
    '.payments-sandbox, with 2 transactions of 2 businesses: payments-sandbox reset --url URL --key KEY begins again',
  )
  expect(await stateOf(async () => {})).toBe(
    '.payments-sandbox, with 1 transaction of test_other: payments-sandbox reset --url URL --key test_other begins again',
  )
})

test('--data names another folder, made if it is missing', async () => {
  const cwd = folderWith()
  const sandbox = await start(['--data', 'deep/state'], { cwd })
  await sandbox.stop()
  expect(existsSync(join(cwd, 'deep', 'state', '.gitignore'))).toBe(true)
  expect(existsSync(join(cwd, '.payments-sandbox'))).toBe(false)
})

test('--data :memory: writes nothing and forgets everything', async () => {
  const cwd = folderWith()
  const first = await start(['--data', ':memory:'], { cwd })
  await call(first.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  await first.stop()
  expect(readdirSync(cwd)).toEqual([])
  const second = await start(['--data', ':memory:'], { cwd })
  expect((await look(second, '/transactions')).data).toEqual([])
  await second.stop()
})

test('--durable keeps what was acknowledged', async () => {
  const cwd = folderWith()
  const first = await start(['--durable'], { cwd })
  const { body } = await call(first.url, '/collections/mobilemoney', { key, body: mobileMoney() })
  await first.crash()
  const second = await start(['--durable'], { cwd })
  expect(await look(second, `/transactions/${body.id}`)).toMatchObject({ id: body.id })
  await second.stop()
})

test('a folder that init wrote starts', async () => {
  const cwd = folderWith()
  expect((await run(['init'], { cwd })).code).toBe(0)
  const sandbox = await start(['--data', ':memory:'], { cwd })
  await sandbox.stop()
})

test('it works without a stdin', async () => {
  const cwd = folderWith()
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')
  const shell = spawn('sh', ['-c', 'exec "$0" "$1" start --port 0 --data :memory: <&-', process.execPath, bin], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let stdout = ''
  shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  try {
    await until('the ready line', () => stdout.endsWith('\n'))
    const [, url = ''] = /ready on (\S+)/.exec(stdout) ?? []
    expect(await call(url, '/_sandbox/health/ready')).toMatchObject({ status: 200 })
    shell.kill('SIGTERM')
    expect(await until('it ends', () => shell.exitCode !== null && [shell.exitCode])).toEqual([0])
  } finally {
    shell.kill('SIGKILL')
  }
})

test('off a terminal a hint is a plain line that says which call it is about; with --json it is NDJSON', async () => {
  const hint = 'POST /collections/mobile-money: did you mean POST /collections/mobilemoney?'
  for (const [flags, line] of [
    [[], `INFO: ${hint}\n`],
    [['--json'], `"msg":"${hint}"}\n`],
  ] as const) {
    const sandbox = await start(['--data', ':memory:', ...flags], { env: { FORCE_COLOR: '1' } })
    await call(sandbox.url, '/collections/mobile-money', { key, body: {} })
    await sandbox.stop()
    expect(sandbox.stderr).toContain(line)
    expect(sandbox.stderr).not.toContain('\u001b')
  }
})
