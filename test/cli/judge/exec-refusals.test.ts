import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'

test.each([
  [['--env', 'BASE'], 2, '--env BASE: write NAME=value'],
  [['--env', 'BASE={Url}'], 2, '{Url} stands for nothing; write {url}, {apiKey} or {webhookSecret}'],
  [['--report-file', 'report.html'], 2, 'write a name that ends with .xml (JUnit) or .json'],
  [['--report-file', '/dev/null/report.xml'], 2, 'nothing can be written there'],
  [['--report-file', '/proc/x/report.xml'], 2, 'nothing can be written there'],
  [['--report-file', 'folder.xml'], 2, 'nothing can be written there'],
  [['--fail-on', 'warnings'], 2, 'Allowed choices are error, warning, info'],
  [['--seed', 'one'], 2, 'It is not a whole number'],
  [['--clock', 'yesterday'], 2, '--clock'],
  [['--scenarios', 'no-such-folder'], 3, 'no-such-folder'],
])('exec %j is %i before anything runs, and says why', async (options, code, why) => {
  const cwd = folderWith({ 'folder.xml/file': '' })
  const command = [process.execPath, '-e', 'fs.writeFileSync("ran", "")']
  const ended = await runInProcess(['exec', ...options, '--', ...command], { cwd })
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(why) })
  expect(readdirSync(cwd)).toEqual(['folder.xml'])
})

test('without a command it is 2, and says what to write', async () => {
  expect(await runInProcess(['exec'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("missing required argument 'command'"),
  })
})
