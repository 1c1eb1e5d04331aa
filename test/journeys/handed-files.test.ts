import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { folderWith, launchCommand, launchNode, run, start } from '../support/cli.ts'

const memory = ['--data', ':memory:']

test('--write-env and --port-file are there when the sandbox is ready, for nobody else to read, and go with it', async () => {
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

test('--env-file names a file that is not there yet, where Node is told that its own options end', async () => {
  const cwd = folderWith()
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')
  const args = ['start', '--port', '0', ...memory, '--env-file', 'sandbox.env']
  const sandbox = launchNode(['--', bin, ...args], { cwd })
  await sandbox.line(/ready/)
  expect(readFileSync(join(cwd, 'sandbox.env'), 'utf8')).toContain('PAYMENTS_SANDBOX_API_KEY=test_sandbox\n')
  await sandbox.stop()
})

/** The package as an installation lays it out in a folder, its command fitted to a system whose `env` runs `script`. */
async function installedIn(cwd: string, script: string): Promise<string> {
  const root = join(import.meta.dirname, '..', '..')
  const installed = join(cwd, 'node_modules', 'payments-sandbox')
  cpSync(join(root, 'bin'), join(installed, 'bin'), { recursive: true })
  for (const name of ['dist', 'package.json']) symlinkSync(join(root, name), join(installed, name))
  const path = folderWith({ env: `#!/bin/sh\n${script}\n` })
  chmodSync(join(path, 'env'), 0o755)
  const fitted = launchNode([join(installed, 'bin', 'fit-shebang.mjs')], { cwd, env: { PATH: path } })
  expect(await fitted.ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
  return join(installed, 'bin', 'payments-sandbox.js')
}

test('the installed command takes an --env-file that is not there yet, and a key that counts goes into it', async () => {
  const config = 'keys: declared\nbusinesses: { default: {}, test_shop: { webhookSecret: s3cret }, test_b: {} }\n'
  const cwd = folderWith({ 'payments-sandbox.config.yaml': config })
  const command = await installedIn(cwd, 'exit 0')
  const args = ['start', '--port', '0', ...memory, '--json', '--env-file', 'sandbox.env']
  const sandbox = launchCommand([command, ...args], { cwd })
  expect(JSON.parse(await sandbox.line(/ready/))).toMatchObject({ apiKey: 'test_shop', webhookSecret: 's3cret' })
  expect(parseEnv(readFileSync(join(cwd, 'sandbox.env'), 'utf8'))).toMatchObject({
    PAYMENTS_SANDBOX_API_KEY: 'test_shop',
    PAYMENTS_SANDBOX_WEBHOOK_SECRET: 's3cret',
  })
  await sandbox.stop()
})

test.each([
  ['can split a line', 'exit 0', '#!/usr/bin/env -S node --'],
  ['cannot', 'exit 1', '#!/usr/bin/env node'],
])('where env %s, the installed command begins with what it can do', async (_what, script, line) => {
  const command = await installedIn(folderWith(), script)
  expect(readFileSync(command, 'utf8').split('\n')[0]).toBe(line)
  expect(statSync(command).mode & 0o111).not.toBe(0)
})

test('files of a sandbox that crashed, and empty ones, are written anew; another’s are left', async () => {
  const cwd = folderWith({ 'sandbox.env': '', port: '' })
  const files = [...memory, '--env-file', 'sandbox.env', '--port-file', 'port']
  const first = await start(files, { cwd })
  await first.crash()
  const second = await start(files, { cwd })
  const third = await start(files, { cwd })
  await second.stop()
  expect(readFileSync(join(cwd, 'sandbox.env'), 'utf8')).toContain(third.url)
  await third.stop()
  expect(existsSync(join(cwd, 'port'))).toBe(false)
})

test('a file that somebody else wrote is refused, and stays as it is', async () => {
  const mine = 'DATABASE_URL=postgres://localhost\n'
  const cwd = folderWith({ '.env': mine, notes: 'port 80\n' })
  for (const [flag, file] of [
    ['--env-file', '.env'],
    ['--port-file', 'notes'],
  ] as const) {
    const { code, stdout, stderr } = await run(['start', '--port', '0', ...memory, flag, file], { cwd })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(`${file} was not written by payments-sandbox, and would be lost: name a file of its own`)
  }
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(mine)
})

test('a file that cannot be written ends the start, and leaves neither file nor sandbox behind', async () => {
  const cwd = folderWith()
  const args = ['start', '--port', '0', '--port-file', 'port', '--write-env', 'nowhere/x.env']
  const { code, stdout, stderr } = await run(args, { cwd })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
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
