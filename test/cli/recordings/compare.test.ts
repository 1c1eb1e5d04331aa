import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decisions } from '../../../src/recordings/compare/decisions.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'

/** The first comparison loads a sandbox. */
const slow = { timeout: 60_000 }

const har = (entries: readonly object[]) => JSON.stringify({ log: { version: '1.2', entries } })
const same = har(recordForeign(usual))
const other = har(recordForeign({ ...usual, createdStatus: 201, bearFee: 'business' }))
const wrong = har(recordForeign({ ...usual, last: (record) => ({ ...record, type: 'OTHER' }) }))

test('a recording that is the same ends with 0, and every decision has its line', slow, async () => {
  const cwd = folderWith({ 'recording.har': same })
  const { code, stdout } = await runInProcess(['compare', 'recording.har'], { cwd })
  expect(code).toBe(0)
  expect(stdout.match(/^(?:D\d+|results) .+ (?:same|not seen)/gm)).toHaveLength(decisions.length)
  expect(stdout).not.toContain('differs')
})

test('differences end with 5, name their entries, and the settings that make them vanish', slow, async () => {
  const cwd = folderWith({ 'recording.har': other })
  const { code, stdout } = await runInProcess(['compare', 'recording.har'], { cwd })
  expect(code).toBe(5)
  expect(stdout).toMatch(
    /^D1 +status of accepted calls +differs +11 of 11 +status of create calls: 201 where the sandbox writes 200 \(#0, #7, #11, 8 more\)$/m,
  )
  expect(stdout).toContain('businesses.default.createdStatus: 201 (11 of 11)\n')
  expect(stdout).toContain('Played again under them: all that was seen is the same')
})

test(
  '--write-config adds the settings with their counts, keeps what is there, and a second comparison is the same',
  slow,
  async () => {
    const written = '# ours\nbusinesses:\n  default:\n    mode: manual # by hand\n'
    const cwd = folderWith({ 'recording.har': other, 'payments-sandbox.config.yaml': written })
    const args = ['compare', 'recording.har', '--write-config', 'payments-sandbox.config.yaml']
    expect(await runInProcess(args, { cwd })).toMatchObject({ code: 0 })
    const text = readFileSync(join(cwd, 'payments-sandbox.config.yaml'), 'utf8')
    expect(text).toBe(
      `${written}    createdStatus: 201 # 11 of 11 in recording.har
    bearFee: business # 17 of 17 in recording.har
`,
    )
    expect(await runInProcess(['compare', 'recording.har'], { cwd })).toMatchObject({ code: 0 })
  },
)

test('a setting of the config is not overwritten: the recording contradicts it', slow, async () => {
  const written = 'businesses: { default: { createdStatus: 200 } }\n'
  const cwd = folderWith({ 'recording.har': other, 'own.yaml': written })
  const { code, stdout } = await runInProcess(['compare', 'recording.har', '--write-config', 'own.yaml'], { cwd })
  expect(code).toBe(5)
  expect(stdout).toContain('createdStatus: 200 in the config and 201')
  expect(readFileSync(join(cwd, 'own.yaml'), 'utf8')).toContain('createdStatus: 200')
})

test('a webhook about a transaction that the recording does not create is counted', slow, async () => {
  const entries = recordForeign(usual) as { _webhook?: true; request: { postData?: { text: string } } }[]
  const hook = entries.find(({ _webhook }) => _webhook)
  const text = hook?.request.postData?.text.replace(/"id":"[^"]+"/, '"id":"another"').replace('"a"', '"another"')
  const unknown = { ...hook, request: { ...hook?.request, postData: { text } } }
  const cwd = folderWith({ 'recording.har': har([...entries, unknown]) })
  const { stdout } = await runInProcess(['compare', 'recording.har'], { cwd })
  expect(stdout).toContain(
    `Not read:\n  1 webhook about transactions that no call of the recording creates (#${entries.length})`,
  )
})

test('a webhook whose body breaks off belongs to the transaction that it names', slow, async () => {
  const entries = recordForeign(usual) as { _webhook?: true; request: { postData?: { text: string } } }[]
  const hook = entries.find(({ _webhook }) => _webhook)
  const text = hook?.request.postData?.text.slice(0, -100)
  const cut = { ...hook, request: { ...hook?.request, postData: { text } } }
  const cwd = folderWith({ 'recording.har': har([...entries, cut]) })
  const { stdout } = await runInProcess(['compare', 'recording.har'], { cwd })
  expect(stdout).toContain(`Not read:\n  1 webhook with half a body (#${entries.length})\n`)
})

test('the table says that it is without the settings, and what is left under them', slow, async () => {
  const left = har(recordForeign({ ...usual, createdStatus: 201, openMessage: 'Waiting' }))
  const cwd = folderWith({ 'recording.har': left })
  const { code, stdout } = await runInProcess(['compare', 'recording.har', '--write-config', 'own.yaml'], { cwd })
  expect(code).toBe(5)
  expect(stdout).toMatch(/^Without the settings that are found below:\nDECISION /)
  expect(stdout).toMatch(
    /\nPlayed again under them: left\n {2}D20 provider_message in create answers: "Waiting" where the sandbox writes "Pending" \(#/,
  )
})

test('a field that the sandbox lacks is said to be no field, not nothing', slow, async () => {
  const more = har(recordForeign({ ...usual, last: (record) => ({ ...record, balance_after: 3 }) }))
  const { stdout } = await runInProcess(['compare', 'recording.har'], { cwd: folderWith({ 'recording.har': more }) })
  expect(stdout).toContain('balance_after in create answers: 3 where the sandbox has no such field (#0')
})

test('what a person writes is said with the values that were seen, and so is what is shown once', slow, async () => {
  const results = { ...usual.results, float: ['9100', 'Bank', 'The limit is used up', null, 'Failed'] as const }
  const day = recordForeign({ ...usual, results, feePercent: { momo: 2, account: 1, bank: 1 }, retriesMs: [9_000] })
  const entries = day.filter((entry) => !JSON.stringify(entry).includes('failing too'))
  const cwd = folderWith({ 'recording.har': har(entries) })
  const { code, stdout } = await runInProcess(['compare', 'recording.har', '--write-config', 'own.yaml'], { cwd })
  expect(code).toBe(5)
  expect(stdout).toContain(
    'Settings for you to write, from the values that were seen:\n  fees.mobile-money: 2 % (2.01 of 100.5) (#0)\n  retry: retries after 9s',
  )
  expect(stdout).toContain('Results that were new:\n  code_9100: 9100 | Bank | The limit is used up\n')
  expect(stdout).toMatch(/^Not settled, .*\n {2}results\.code_9100: \{"code":"9100".*\}, seen once \(#\d+/m)
  expect(existsSync(join(cwd, 'own.yaml'))).toBe(false)
})

test('a torn file is compared, and says that it is torn', slow, async () => {
  const lines = recordForeign(usual).map((entry) => JSON.stringify(entry))
  const head = '{"log":{"version":"1.2","creator":{"name":"payments-sandbox","version":"1"},"entries":[\n'
  const cwd = folderWith({ 'recording.har': `${head}${lines.join(',\n')},\n{"startedDateTime":"20` })
  const { code, stdout } = await runInProcess(['compare', 'recording.har'], { cwd })
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/\nNot read:\n {2}the last entry of recording\.har, which is torn\n$/),
  ])
})

test('--json has the rows, and --report-file the same as JSON and as JUnit XML', slow, async () => {
  const cwd = folderWith({ 'recording.har': wrong })
  const args = ['compare', 'recording.har', '--json', '--report-file', 'a.json', '--report-file', 'a.xml']
  const { code, stdout } = await runInProcess(args, { cwd })
  expect(code).toBe(5)
  const { rows, uncovered } = JSON.parse(stdout)
  expect(rows).toHaveLength(decisions.length)
  expect(uncovered[0]).toMatchObject({
    real: '"OTHER"',
    entries: expect.arrayContaining([expect.objectContaining({ index: 0 })]),
  })
  expect(JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8'))).toEqual(JSON.parse(stdout))
  expect(readFileSync(join(cwd, 'a.xml'), 'utf8')).toMatch(
    /<testcase classname="payments-sandbox.compare.uncovered" name="type in create answers"/,
  )
})

test.each([
  ['no such file', {}, 2, 'recording.har: there is no such file'],
  [
    'a file that is cut off',
    { 'recording.har': same.slice(0, -40) },
    3,
    /recording\.har: is cut off at byte \d+; its last whole entry is #\d+/,
  ],
  [
    'a live key',
    { 'recording.har': same.replace('test_foreign', 'live_secret') },
    3,
    /entry #0 has a live key; record with a test key/,
  ],
  [
    'another site',
    { 'recording.har': same.replaceAll(/\/(?:collections|disbursements|payments)\//g, '/other/') },
    3,
    /has no call to a path of the service\. It has calls to api\.foreign\.example/,
  ],
  [
    'a recording without answers',
    { 'recording.har': same.replaceAll(/"status":\s*\d{3}/g, '"status":0') },
    3,
    /shows nothing of the service: its calls have no answer/,
  ],
])('%s is refused', async (_what, files, code, message) => {
  const ended = await runInProcess(['compare', 'recording.har'], { cwd: folderWith(files) })
  expect(ended.code).toBe(code)
  expect(ended.stderr).toMatch(message)
  expect(ended.stderr).not.toContain('live_secret')
})
