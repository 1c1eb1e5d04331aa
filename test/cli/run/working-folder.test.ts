import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

const commands: readonly [string, ...string[]][] = [
  ['start', '--port', '0'],
  ['exec', '--', 'true'],
  ['init'],
  ['config', '--show'],
]

test.each(commands)('%s in a folder that was deleted says so', async (...args) => {
  const cwd = folderWith()
  const running = runInProcess(args, { cwd })
  rmSync(cwd, { recursive: true })
  expect(await running).toEqual({
    code: 3,
    stdout: '',
    stderr: 'The working folder was deleted: change to another folder with cd\n',
  })
})

test.each(commands)('%s in a folder that may not be entered says so', async (...args) => {
  const cwd = folderWith()
  const running = runInProcess(args, { cwd })
  chmodSync(cwd, 0o600)
  // File modes do not bind the administrator.
  if (process.getuid?.() === 0) process.seteuid?.(65534)
  expect(await running).toEqual({
    code: 3,
    stdout: '',
    stderr: 'The working folder may not be entered (EACCES): change to another folder with cd\n',
  })
})

test('init names the file that it cannot write, and leaves what is there', async () => {
  const cwd = folderWith({ scenarios: 'my notes' })
  expect(await runInProcess(['init'], { cwd })).toEqual({
    code: 3,
    stdout: 'wrote   payments-sandbox.config.yaml\n',
    stderr: expect.stringMatching(
      /^Cannot write scenarios\/mine\.yaml \(E\w+: .*\): run init in a folder that has room/,
    ),
  })
  expect(readFileSync(join(cwd, 'scenarios'), 'utf8')).toBe('my notes')
})

test('init does not follow a link that leads nowhere', async () => {
  const cwd = folderWith()
  symlinkSync('missing/file', join(cwd, 'payments-sandbox.config.yaml'))
  expect(await runInProcess(['init'], { cwd })).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^Cannot write payments-sandbox\.config\.yaml \(EEXIST/),
  })
  expect(existsSync(join(cwd, 'scenarios'))).toBe(false)
})
