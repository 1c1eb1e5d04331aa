import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultNames } from '../../../src/catalogue/results.ts'
import { flows } from '../../../src/domain/transaction.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { call } from '../../support/call.ts'
import { folderWith } from '../../support/cli.ts'
import { runInProcess } from '../../support/in-process.ts'
import { openSandbox } from '../../support/opened-sandbox.ts'
import { mobileMoney } from '../../support/requests.ts'

const mine = 'version: 1\nscenarios:\n  mine: { match: { reference: "x-*" }, after: 7s }\n'

test('check says that files are right, and every problem of every file with its place', async () => {
  const cwd = folderWith({ 'scenarios/mine.yaml': mine })
  expect(await runInProcess(['scenarios', 'check'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ok: 1 scenario of yours, \d+ built in\n$/),
  })
  writeFileSync(join(cwd, 'a.yaml'), 'version: 1\nscenarios: { a: { after: soon } }\n')
  writeFileSync(join(cwd, 'b.yaml'), 'version: 1\nscenarios: { b: { outcome: aproved } }\n')
  const { code, stdout } = await runInProcess(['scenarios', 'check', 'a.yaml', 'b.yaml'], { cwd })
  expect(code).toBe(3)
  expect(stdout).toContain('a.yaml:2:26  scenarios.a.after: "soon" is not a duration')
  expect(stdout).toContain('b.yaml:2:28  scenarios.b.outcome: "aproved" is not an outcome; did you mean approved?')
  expect(stdout).toContain('> 2 | scenarios: { a: { after: soon } }')
})

test('check notes the files of ./scenarios that are not read, because they have no version', async () => {
  const note = `scenarios/mine.yaml:1:1  note:  has no version: at its top level, so it is not read; begin it with version: 1 if it is a scenario file\n\n`
  const cwd = folderWith({ 'scenarios/mine.yaml': mine.replace('version: 1\n', '') })
  expect(await runInProcess(['scenarios', 'check'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${note}ok: 0 scenarios of yours, `)),
  })
  writeFileSync(join(cwd, 'scenarios', 'other.yaml'), mine)
  expect((await runInProcess(['scenarios', 'check'], { cwd })).stdout).toContain(`${note}ok: 1 scenario of yours, `)
  const named = await runInProcess(['scenarios', 'check', 'scenarios/mine.yaml'], { cwd })
  expect([named.code, named.stdout]).toEqual([3, expect.stringContaining('version')])
})

test('check --json prints the problems of form and meaning as the control API does, and in which file each is', async () => {
  const yaml = 'version: 1\nscenarios: { a: { after: soon }, b: { outcome: { failed: wrong_pni } } }\n'
  const cwd = folderWith({ 'a.yaml': yaml })
  const { code, stdout } = await runInProcess(['scenarios', 'check', 'a.yaml', '--json'], { cwd })
  const sandbox = await openSandbox()
  const { body } = await call(sandbox.url, '/_sandbox/scenarios/check', { key: 'test_sandbox', body: { yaml } })
  const paths = body.problems.map(({ path }: { readonly path: string }) => path)
  expect([code, paths]).toEqual([3, ['scenarios.a.after', 'scenarios.b.outcome.failed']])
  expect(JSON.parse(stdout)).toEqual({
    problems: body.problems.map((problem: object) => ({ file: 'a.yaml', ...problem })),
  })
  expect(JSON.parse((await runInProcess(['scenarios', 'check', '--json'])).stdout)).toEqual({ problems: [] })
})

test('check finds a rule that another hides, beside all else that is wrong in other files', async () => {
  const cwd = folderWith({
    'scenarios/mine.yaml':
      'version: 1\nscenarios:\n  wide: { match: { reference: "x-*" } }\n  narrow: { match: { reference: "x-1*", network: MTN } }\n  other: { match: { reference: "y-*" } }\n',
    'scenarios/other.yaml':
      'version: 1\nscenarios:\n  slow: { outcome: { failed: slow }, match: { reference: "y-*" } }\n',
  })
  const { code, stdout } = await runInProcess(['scenarios', 'check'], { cwd })
  const failures = resultNames.filter((name) => name !== 'approved')
  expect(code).toBe(3)
  expect(
    stdout,
  ).toBe(`scenarios/other.yaml:3:30  scenarios.slow.outcome.failed: "slow" is not a result; write one of ${failures.join(', ')}
  1 | version: 1
  2 | scenarios:
> 3 |   slow: { outcome: { failed: slow }, match: { reference: "y-*" } }
    |                              ^
  4 |

scenarios/other.yaml:3:38  scenarios.slow.match: matches the same as other (scenarios/mine.yaml:5), which is before it and always wins; change one of the two
  1 | version: 1
  2 | scenarios:
> 3 |   slow: { outcome: { failed: slow }, match: { reference: "y-*" } }
    |                                      ^
  4 |
`)
})

test('list, show and plan tell of scenarios without a running sandbox', async () => {
  const cwd = folderWith({ 'scenarios/mine.yaml': mine })
  const list = await runInProcess(['scenarios', 'list'], { cwd })
  expect(list.stdout).toMatch(/^mine +x-\*$/m)
  expect(list.stdout).toMatch(/^wrong-pin +\*000911\? +The customer types a wrong PIN after 5 seconds\.$/m)
  const json = JSON.parse((await runInProcess(['scenarios', 'list', '--json'], { cwd })).stdout)
  expect(json[0]).toMatchObject({ name: 'mine', own: true })
  expect(json.filter(({ own }: { readonly own: boolean }) => own)).toHaveLength(1)
  expect((await runInProcess(['scenarios', 'show', 'mine'], { cwd })).stdout).toContain('mine  (scenarios/mine.yaml:3)')
  const plan = await runInProcess(['scenarios', 'plan', 'va-split', '--json'], { cwd })
  expect(JSON.parse(plan.stdout)).toEqual([
    { after: '0s', event: 'the create call answers INITIATED' },
    { after: '5s', event: 'The customer pays 60, which is held until the rest comes' },
    { after: '20s', event: 'The customer pays 40' },
    { after: '20s', event: 'COMPLETED' },
    {
      after: '20s',
      event: 'webhook attempt 1: sent; unless answered 2xx within 10s of real time, again after 5s, 30s, 2m, 10m, 1h',
    },
  ])
})

test('list groups by flow, and shows only what a flow and a text leave', async () => {
  const cwd = folderWith({ 'scenarios/mine.yaml': mine })
  const listed = async (...options: readonly string[]) =>
    (await runInProcess(['scenarios', 'list', ...options], { cwd })).stdout
  const groups = (await listed()).split('\n\n').map((group) => group.split('\n')[0])
  expect(groups).toEqual([
    'every flow',
    'mobile-money, bank-payout, mobile-money-payout',
    'mobile-money',
    'mobile-money, mobile-money-payout',
    'bank-payout, mobile-money-payout',
    'virtual-account',
  ])
  const payouts = await listed('--flow', 'bank-payout')
  expect(payouts).toMatch(/^insufficient-wallet-balance /m)
  expect(payouts).toMatch(/^slow-approval /m)
  expect(payouts).toMatch(/^mine /m)
  expect(payouts).not.toMatch(/^(wrong-pin|va-split) /m)
  const namesIn = (text: string) => text.match(/^[a-z-]+(?= {2})/gm)
  expect(namesIn(await listed('--grep', 'Wallet_bal'))).toBeNull()
  expect(namesIn(await listed('--grep', 'WALLET'))).toEqual(['insufficient-wallet-balance'])
  expect(namesIn(await listed('--grep', 'invalid_customer'))).toEqual(['not-registered'])
  expect(namesIn(await listed('--grep', '4100'))).toEqual(['insufficient-balance'])
  expect(namesIn(await listed('--grep', '000911'))).toEqual(['wrong-pin'])
  const json = JSON.parse(await listed('--flow', 'virtual-account', '--grep', 'va-late', '--json'))
  expect(json).toMatchObject([{ name: 'va-late' }])
})

test('list, show and plan say that they read the files here, or read a running sandbox', async () => {
  const cwd = folderWith({ 'scenarios/mine.yaml': mine })
  const results = 'results: { slow: { code: "9", source: S, text: T } }'
  const theirs = `version: 1\n${results}\nscenarios:\n  theirs: { after: 9s, outcome: { failed: slow }, match: { flow: bank-payout } }\n`
  const folder = folderWith({ 'theirs.yaml': theirs })
  const sandbox = await openSandbox({ scenarios: [folder] })
  const at = ['--url', sandbox.url]
  const notice = 'Read from files in this folder; --url asks a running sandbox\n'
  const scenarios = (...args: readonly string[]) => runInProcess(['scenarios', ...args], { cwd })

  for (const args of [['list'], ['show', 'mine'], ['plan', 'mine'], ['list', '--json']])
    expect(await scenarios(...args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/mine|x-\*/),
      stderr: notice,
    })
  const listed = await scenarios('list', '--grep', 'slow', ...at)
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toMatch(/^bank-payout\ntheirs/m)
  expect(listed.stdout).not.toContain('mine')
  const plan = '  a bank-payout of 7 NGN\n    0s  the create call answers INITIATED\n    9s  FAILED as slow\n'
  expect((await scenarios('plan', 'theirs', '--amount', '7', ...at)).stdout).toContain(plan)
  expect((await scenarios('show', 'theirs', ...at)).stdout).toContain(`theirs  (${folder}/theirs.yaml:4)`)
  for (const args of [['list'], ['show', 'wrong-pin']]) {
    const [here, there] = [await scenarios(...args, '--json'), await scenarios(...args, '--json', ...at)]
    const byName = (text: string) => [JSON.parse(text)].flat().find(({ name }) => name === 'wrong-pin')
    expect(byName(here.stdout)).toEqual(byName(there.stdout))
  }
  expect(await scenarios('show', 'mine', ...at)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no scenario mine/),
  })
  expect(await scenarios('plan', 'theirs', '--flow', 'mobile-money', ...at)).toMatchObject({ code: 0 })
  expect(await scenarios('plan', 'va-split', '--flow', 'bank-payout', ...at)).toMatchObject({
    code: 2,
    stderr: 'va-split cannot happen to bank-payout; write one of virtual-account\n',
  })
  expect(await scenarios('list', '--scenarios', 'x', ...at)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: option '--scenarios <path>' cannot be used with option '--url <url>'/),
  })
})

test.each([
  [[], ''],
  [['--json'], '[]\n'],
])('list %j of a text that no scenario has says so beside an empty list', async (options, stdout) => {
  const nothing = await runInProcess(['scenarios', 'list', '--grep', 'nomatch', ...options], { cwd: folderWith({}) })
  expect(nothing).toMatchObject({
    code: 0,
    stdout,
    stderr: expect.stringMatching(/running sandbox\nno scenario matches\n$/),
  })
})

test.each([
  [['scenarios', 'show', 'wrong-pni'], 'There is no scenario wrong-pni in the files here; did you mean wrong-pin?\n'],
  [
    ['scenarios', 'plan', 'late'],
    'There is no scenario late in the files here; did you mean one of late-webhook, late-duplicate, va-late?\n',
  ],
  [
    ['scenarios', 'show', 'nothing-like-it'],
    'There is no scenario nothing-like-it in the files here; payments-sandbox scenarios list shows all\n',
  ],
  [['scenarios', 'list', '--flow', 'momo'], `--flow: momo is not a flow; write one of ${flows.join(', ')}\n`],
  [['scenarios', 'plan', 'va-split', '--currency', 'GHS'], 'A virtual account is always in NGN, not in GHS\n'],
  [['scenarios', 'plan', 'otp', '--currency', 'KES'], 'otp is always in GHS, not in KES\n'],
  [
    ['scenarios', 'plan', 'approve', '--amount', '1.005'],
    '1.005 is not an amount of GHS: write one above 0 with at most 2 decimal places\n',
  ],
  [
    ['scenarios', 'plan', 'approve', '--amount', '-1'],
    '--amount: -1 is not an amount: write major units such as 5000.50\n',
  ],
  [
    ['scenarios', 'plan', 'wrong-pin', '--flow', 'bank-payout'],
    'wrong-pin cannot happen to bank-payout; write one of mobile-money\n',
  ],
])('%j is a wrong usage and says what to write', async (args, stderr) => {
  expect(await runInProcess(args)).toMatchObject({ code: 2, stderr })
})

test('init writes files that are right, and never over what is there', async () => {
  const cwd = folderWith({})
  const first = await runInProcess(['init'], { cwd })
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('wrote   scenarios/mine.yaml') })
  expect(readFileSync(join(cwd, 'scenarios', 'mine.yaml'), 'utf8')).toMatch(/^# yaml-language-server: \$schema=\.\.\//)
  expect((await runInProcess(['scenarios', 'check'], { cwd })).code).toBe(0)
  writeFileSync(join(cwd, 'scenarios', 'mine.yaml'), mine)
  expect((await runInProcess(['init'], { cwd })).stdout).toContain('kept    scenarios/mine.yaml')
  expect(readFileSync(join(cwd, 'scenarios', 'mine.yaml'), 'utf8')).toBe(mine)
  expect(existsSync(join(cwd, 'payments-sandbox.config.yaml'))).toBe(true)
})

test('explain tells why a transaction went as it did, by its id or its reference', async () => {
  const sandbox = await openSandbox()
  const key = 'test_sandbox'
  const create = (accountNumber: string, reference: string) =>
    call(sandbox.url, '/collections/mobilemoney', { key, body: mobileMoney({ accountNumber, reference }) })
  const { body } = await create('0240009110', 'order-1')
  await call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by: '5s' } })
  const { code, stdout } = await runInProcess(['explain', body.id, '--url', sandbox.url])
  expect([code, stdout.replaceAll(/^ {2}nearly .*\n/gm, '').split('\n')]).toEqual([
    0,
    [
      `${body.id}  mobile-money  order-1  FAILED`,
      '  scenario wrong-pin: its match rule was the first that matched',
      '  because  the account number ends in 0009110',
      '  planned                   happened',
      '  2026-01-31T12:00:00.000Z  as planned  created, with the scenario wrong-pin',
      '  2026-01-31T12:00:00.000Z  as planned  the create call answers INITIATED',
      '  2026-01-31T12:00:00.000Z  as planned  the customer is asked for the PIN',
      '  2026-01-31T12:00:05.000Z  as planned  the customer types a wrong PIN',
      '  2026-01-31T12:00:05.000Z  as planned  FAILED as wrong_pin',
      '  2026-01-31T12:00:05.000Z  as planned  no webhook: the request has no callbackURL and the business no callbackUrl',
      '',
    ],
  ])
  expect((await runInProcess(['explain', 'order-1', '--url', sandbox.url])).stdout).toBe(stdout)
  const json = JSON.parse((await runInProcess(['explain', 'order-1', '--json', '--url', sandbox.url])).stdout)
  expect(json).toEqual((await call(sandbox.url, `/_sandbox/transactions/${body.id}?explain=true`, { key })).body)

  const slip = (await create('0240009911', 'order-2')).body
  const near = (await runInProcess(['explain', 'order-2', '--url', sandbox.url])).stdout
  expect(near).toContain('  nearly   wrong-pin: accountNumber wanted *000911?, got 233240009911\n')
  expect(near).toContain('  2026-01-31T12:00:08.000Z  not yet     COMPLETED\n')
  expect(near).toContain(`${slip.id}  mobile-money  order-2  INITIATED\n`)

  expect(await runInProcess(['explain', 'order-3', '--url', sandbox.url])).toMatchObject({
    code: 2,
    stderr: `There is no transaction with the id or the reference order-3 in the business test_sandbox: payments-sandbox transactions --url ${sandbox.url} lists the transactions of the business; --key chooses another business\n`,
  })
})

test('explain names the mix that drew the scenario, with who chose the mix', async () => {
  const yaml = 'version: 1\nscenarios: { busy-day: { mix: { wrong-pin: 1 } } }\n'
  const { url } = await openSandbox({ scenarios: [folderWith({ 'mine.yaml': yaml })] })
  await runInProcess(['scenarios', 'default', 'busy-day', '--url', url])
  await call(url, '/collections/mobilemoney', { key: 'test_sandbox', body: mobileMoney({ reference: 'order-1' }) })
  expect((await runInProcess(['explain', 'order-1', '--url', url])).stdout).toContain(
    '  scenario wrong-pin, drawn by the mix busy-day: it is the default of this business\n',
  )
})

test('plan and show play a scenario in the flow of its match, with what its match asks for', async () => {
  const yaml =
    'version: 1\nscenarios: { delayed: { match: { flow: bank-payout, accountNumber: "*000936?" }, after: 6h, webhook: { delay: 12h } } }'
  const cwd = folderWith({ 'scenarios/mine.yaml': yaml })
  const shown = `  a bank-payout of 100 NGN, accountNumber *000936?
    0s   the create call answers INITIATED
    6h   COMPLETED
    18h  webhook attempt 1: sent; unless answered 2xx within 10s of real time, again after 5s, 30s, 2m, 10m, 1h
`
  expect(await runInProcess(['scenarios', 'plan', 'delayed'], { cwd })).toMatchObject({ code: 0, stdout: shown })
  expect((await runInProcess(['scenarios', 'show', 'delayed'], { cwd })).stdout).toContain(shown)
})

test('a scenario is your own under a shipped name too, and in the folder of the package the shipped ones are not', async () => {
  const ownIn = async (cwd: string) => {
    const json = JSON.parse((await runInProcess(['scenarios', 'list', '--json'], { cwd })).stdout)
    return json.flatMap(({ name, own }: { readonly name: string; readonly own: boolean }) => (own ? [name] : []))
  }
  expect(await ownIn(folderWith({ 'scenarios/a.yaml': mine.replace('mine:', 'wrong-pin:') }))).toEqual(['wrong-pin'])
  expect(await ownIn(packageRoot())).toEqual([])
  expect((await runInProcess(['scenarios', 'check'], { cwd: packageRoot() })).stdout).toMatch(/^ok: 0 scenarios of/)
})

test('the default of a business is set to a scenario or a mix, and cleared', async () => {
  const sandbox = await openSandbox()
  const set = (...args: string[]) => runInProcess(['scenarios', 'default', ...args, '--url', sandbox.url])
  const chosen = async (reference: string) => {
    const body = mobileMoney({ reference, accountNumber: '0241234567' })
    const { headers } = await call(sandbox.url, '/collections/mobilemoney', { key: 'test_sandbox', body })
    return headers['x-sandbox-scenario']
  }
  expect(await set('busy-day')).toMatchObject({ code: 0, stdout: 'default scenario: busy-day\n' })
  expect(await chosen('order-1')).toMatch(/^[a-z-]+; by=business; mix=busy-day$/)
  expect(await set('--clear')).toMatchObject({ code: 0, stdout: 'default scenario: the one of the scenario files\n' })
  expect(await chosen('order-2')).toBe('approve; by=file')
  expect(await set('busy-dya')).toMatchObject({ code: 2, stderr: expect.stringContaining('busy-day') })
  for (const args of [[], ['busy-day', '--clear']]) {
    expect(await set(...args)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Name a scenario, such as busy-day/),
    })
  }
})
