import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'

const entries = recordForeign(usual)
const har = JSON.stringify({ log: { version: '1.2', entries } })

test('the scenarios of a recording pass the check, and a file that exists is not overwritten', async () => {
  const cwd = folderWith({ 'recording.har': har })
  const args = ['scenarios', 'from', 'recording.har']
  const { code, stdout } = await runInProcess(args, { cwd })
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^# Made from recording\.har [\s\S]*\n {2}recorded-wrong-pin:\n/),
  ])
  const json = await runInProcess([...args, '--json'], { cwd })
  expect(JSON.parse(json.stdout)).toEqual({ yaml: stdout })
  expect(await runInProcess([...args, '--out', 'scenarios/recorded.yaml'], { cwd })).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, 'scenarios/recorded.yaml'), 'utf8')).toBe(stdout)
  expect(await runInProcess(['scenarios', 'check'], { cwd })).toMatchObject({ code: 0 })
  const again = await runInProcess([...args, '--out', 'scenarios/recorded.yaml'], { cwd })
  expect([again.code, again.stderr]).toEqual([
    2,
    'scenarios/recorded.yaml exists: name another file with --out, or delete it\n',
  ])
})

test.each([
  ['no such file', {}, 2, 'recording.har: there is no such file'],
  ['a file that is cut off', { 'recording.har': har.slice(0, -40) }, 3, 'is cut off at byte'],
  ['a live key', { 'recording.har': har.replaceAll('test_foreign', 'live_secret') }, 3, 'has a live key'],
])('%s is refused', async (_what, files, code, message) => {
  const ended = await runInProcess(['scenarios', 'from', 'recording.har'], { cwd: folderWith(files) })
  expect(ended.code).toBe(code)
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).not.toContain('live_secret')
})
