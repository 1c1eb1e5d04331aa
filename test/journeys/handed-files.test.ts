import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { folderWith, launch, run, start } from '../support/cli.ts'

const memory = ['--data', ':memory:']

test('--write-env and --port-file are there when the sandbox is ready, readable by their user only, and go with it', async () => {
  const cwd = folderWith()
  const sandbox = await start([...memory, '--write-env', 'sandbox.env', '--port-file', 'port'], { cwd })
  const [env, port] = ['sandbox.env', 'port'].map((name) => join(cwd, name))
  expect(parseEnv(readFileSync(env ?? '', 'utf8'))).toEqual({
    PAYMENTS_SANDBOX_URL: sandbox.url,
    PAYMENTS_SANDBOX_API_KEY: 'test_sandbox',
    PAYMENTS_SANDBOX_WEBHOOK_SECRET: 'test_sandbox',
  })
  expect(readFileSync(port ?? '', 'utf8')).toBe(`${new URL(sandbox.url).port}\n`)
  expect(statSync(env ?? '').mode & 0o777).toBe(0o600)
  expect(readdirSync(cwd).sort()).toEqual(['port', 'sandbox.env'])
  await sandbox.stop()
  expect(readdirSync(cwd)).toEqual([])
})

test('a terminal that is closed ends the sandbox, and the files go', async () => {
  const cwd = folderWith()
  const sandbox = await start([...memory, '--write-env', 'sandbox.env', '--port-file', 'port'], { cwd })
  sandbox.signal('SIGHUP')
  expect(await sandbox.ended).toMatchObject({ code: 0, signal: null })
  expect(readdirSync(cwd)).toEqual([])
})

test('a key that counts goes into the file of --write-env', async () => {
  const config = 'keys: declared\nbusinesses: { default: {}, test_shop: { webhookSecret: s3cret }, test_b: {} }\n'
  const cwd = folderWith({ 'payments-sandbox.config.yaml': config })
  const sandbox = launch(['start', '--port', '0', ...memory, '--json', '--write-env', 'sandbox.env'], { cwd })
  expect(JSON.parse(await sandbox.line(/ready/))).toMatchObject({ apiKey: 'test_shop', webhookSecret: 's3cret' })
  expect(parseEnv(readFileSync(join(cwd, 'sandbox.env'), 'utf8'))).toMatchObject({
    PAYMENTS_SANDBOX_API_KEY: 'test_shop',
    PAYMENTS_SANDBOX_WEBHOOK_SECRET: 's3cret',
  })
  await sandbox.stop()
})

test('files of a sandbox that crashed, and empty ones, are written again; another’s are left', async () => {
  const cwd = folderWith({ 'sandbox.env': '', port: '' })
  const files = [...memory, '--write-env', 'sandbox.env', '--port-file', 'port']
  const first = await start(files, { cwd })
  await first.crash()
  const second = await start(files, { cwd })
  const third = await start(files, { cwd })
  await second.stop()
  expect(readFileSync(join(cwd, 'sandbox.env'), 'utf8')).toContain(third.url)
  await third.stop()
  expect(existsSync(join(cwd, 'port'))).toBe(false)
})

test('a file of another program is refused, and stays as it is', async () => {
  const mine = 'DATABASE_URL=postgres://localhost\n'
  const cwd = folderWith({ '.env': mine, notes: 'port 80\n' })
  for (const [flag, file] of [
    ['--write-env', '.env'],
    ['--port-file', 'notes'],
  ] as const) {
    const { code, stdout, stderr } = await run(['start', '--port', '0', ...memory, flag, file], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`${file} was not written by payments-sandbox, and would be lost: name a file of its own`)
  }
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(mine)
})

test('a file that cannot be written ends the start, and leaves neither file nor sandbox behind', async () => {
  const cwd = folderWith()
  const args = ['start', '--port', '0', '--port-file', 'port', '--write-env', 'nowhere/x.env']
  const { code, stdout, stderr } = await run(args, { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(
    /^--write-env: cannot write nowhere\/x\.env \(ENOENT.*\): name a file in a folder that is there/,
  )
  expect(readdirSync(cwd)).toEqual(['.payments-sandbox'])
  const sandbox = await start([], { cwd })
  await sandbox.stop()
})

test('a file that was changed meanwhile is left where it is', async () => {
  const cwd = folderWith()
  const sandbox = await start([...memory, '--port-file', 'port'], { cwd })
  writeFileSync(join(cwd, 'port'), 'mine\n')
  await sandbox.stop()
  expect(readFileSync(join(cwd, 'port'), 'utf8')).toBe('mine\n')
})
