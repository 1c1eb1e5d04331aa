import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

const to = ['--to', 'https://service.example']

test.each<readonly [args: readonly string[], error: string]>([
  [[], "error: required option '--to <url>' not specified"],
  [['--to', 'service.example'], '--to: service.example is not an address: write for example https://api.example.com'],
  [['--to', 'https://a:b@service.example'], '--to: write the address alone, without user, query and fragment'],
  [['--to', 'https://service.example?a=1'], '--to: write the address alone, without user, query and fragment'],
  [
    ['--to', 'http://localhost:4747/'],
    '--to: http://localhost:4747/ is the port that record itself listens on: name another with --port',
  ],
  [[...to, '--port', '70000'], 'It is not a port'],
  [[...to, '--forward-to', 'localhost:3000'], '--forward-to passes webhooks on: name their port with --webhooks 4849'],
  [[...to, '--webhooks', '0', '--forward-to', 'here'], '--forward-to: here is not an address'],
  [[...to, '--out', 'no/such/folder.har'], '--out: no/such/folder.har cannot be written (ENOENT'],
])('record %j is refused, and leaves no file', async (args, error) => {
  const cwd = folderWith()
  const { code, stdout, stderr } = await runInProcess(['record', ...args], { cwd })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(error)
})
