import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, launchCommand, run, start } from '../support/cli.ts'

test('a data folder that another sandbox uses is refused', async () => {
  const cwd = folderWith()
  const sandbox = await start([], { cwd })
  const { code, stdout, stderr } = await run(['start', '--port', '0'], { cwd })
  await sandbox.stop()
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toBe(
    'The data folder .payments-sandbox is in use by another payments-sandbox: stop that one, or name another folder with --data\n',
  )
})

test('init leaves no half of a file on a disk that is full', async () => {
  const cwd = folderWith()
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')
  // No file may grow beyond 512 bytes.
  const command = ['sh', '-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, bin, 'init']
  const { code, stderr } = await launchCommand(command, { cwd }).ended
  expect(stderr).toMatch(/^Cannot write payments-sandbox\.config\.yaml \(EFBIG/)
  expect(code).toBe(3)
  expect(readdirSync(cwd)).toEqual([])
})
