import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

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
