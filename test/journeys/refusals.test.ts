import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

test('a data folder of another seed is refused with both seeds', async () => {
  const cwd = folderWith()
  const sandbox = await start(['--seed', '42'], { cwd })
  await sandbox.stop()
  const { code, stderr } = await run(['start', '--port', '0', '--seed', '43'], { cwd })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      'The data folder .payments-sandbox was made with --seed 42, not 43: leave --seed out, or name another folder with --data\n',
  })
})

test('a start that was refused leaves the data folder free for the next', async () => {
  const cwd = folderWith()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect((await run(['start', '--port', String(port)], { cwd })).code).toBe(4)
  await new Promise((resolve) => server.close(resolve))
  const sandbox = await start([], { cwd })
  await sandbox.stop()
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
