import { expect, test } from 'vitest'
import { ScenarioFilesError } from '../../../src/scenarios/files/diagnostic.ts'
import { checkScenarioText, loadScenarios } from '../../../src/scenarios/load.ts'
import { folderOf, shippedDir } from '../scenario-folders.ts'

const scenarios = (text: string) => `version: 1\nscenarios: { ${text} }`

/** What is told of a text, as `path: message`, each message up to its advice. */
async function told(text: string): Promise<string[]> {
  const problems = await checkScenarioText(text, 'my.yaml')
  return problems.map(({ path, message }) => `${path}: ${message.split(';')[0]}`)
}

test.each<[text: string, told: readonly string[]]>([
  [
    scenarios('a: { match: { network: 5, currency: XXX, amount: { gt: 5, lt: 3 } } }'),
    [
      'scenarios.a.match.network: YAML reads 5 as a number',
      'scenarios.a.match.currency: "XXX" is not a currency',
      'scenarios.a.match.amount: no amount lies between these bounds',
    ],
  ],
  [
    scenarios(
      'a: { afer: 1s, respond: { status: COMPLETED }, outcome: { failed: no_reasons }, webhook: { copies: 2, hold: 3 } }',
    ),
    [
      'scenarios.a.afer: unknown key',
      'scenarios.a.outcome: cannot be { failed: ... } when respond.status is COMPLETED',
      'scenarios.a.outcome.failed: "no_reasons" is not a result',
      'scenarios.a.webhook.hold: cannot be together with copies',
    ],
  ],
  [
    scenarios('a: { webhook: { copis: 2, hold: 3, copies: 2, drop: true, release: last-first } }'),
    [
      'scenarios.a.webhook.copis: unknown key',
      'scenarios.a.webhook.hold: does nothing beside drop',
      'scenarios.a.webhook.copies: does nothing beside drop',
      'scenarios.a.webhook.release: does nothing beside drop',
    ],
  ],
  [
    scenarios('a: { match: { flow: bank-payout }, outcome: { failed: wrong_pin }, otp: true }'),
    [
      'scenarios.a.outcome.failed: wrong_pin cannot happen to a bank payout, but match.flow is bank-payout',
      'scenarios.a.otp: otp cannot happen to a bank payout, but match.flow is bank-payout',
    ],
  ],
  [
    scenarios('"a b": { afer: 4s, after: 5 }'),
    ['scenarios.a b: is not a name', 'scenarios.a b.afer: unknown key', 'scenarios.a b.after: 5 is not a duration'],
  ],
  [
    'version: 1\nresults: { Bad-Name: { code: 4100, source: "a|b", txt: T } }',
    [
      'results.Bad-Name: is not a name',
      'results.Bad-Name.text: is missing',
      'results.Bad-Name.code: YAML reads 4100 as a number',
      'results.Bad-Name.source: "a|b" has a | or a line break, which would break the message apart',
      'results.Bad-Name.txt: unknown key',
    ],
  ],
  [
    'version: 1\nresults: { wrong_pin: { code: 4100, source: S, text: T } }',
    ['results.wrong_pin: is already a built-in result', 'results.wrong_pin.code: YAML reads 4100 as a number'],
  ],
  [
    scenarios('a: { afer: 1s, outcome: { failed: nope } }, a: { after: 1s }'),
    [
      'scenarios.a.afer: unknown key',
      'scenarios.a.outcome.failed: "nope" is not a result',
      'scenarios.a: appears twice',
    ],
  ],
  [
    scenarios('a: { after: 5, after: 1s, webhook: { hold: 3 }, webhook: { copies: 0 }, webhook: { drop: true } }'),
    [
      'scenarios.a.after: 5 is not a duration',
      'scenarios.a.after: appears twice',
      'scenarios.a.webhook: appears twice',
      'scenarios.a.webhook.copies: 0 is not a whole number from 1 to 20',
      'scenarios.a.webhook: appears twice',
    ],
  ],
  [
    'version: 1\ndefaults: { scenario: a }\nscenarios: { a: { after: 5, webhook: { spacing: 1s } } }\nscenarios: { b: 5 }',
    [
      'scenarios.a.after: 5 is not a duration',
      'scenarios.a.webhook.spacing: does nothing without copies',
      'scenarios: appears twice',
      'scenarios.b: must be a map with keys such as summary, match, after, not 5',
    ],
  ],
  [
    scenarios('a: { expect: { deliveries: 1, ackedIn: 5s }, webhook: { drop: true, spacing: soon } }'),
    [
      'scenarios.a.expect.deliveries: cannot be met: webhook.drop sends nothing',
      'scenarios.a.expect.ackedIn: unknown key',
      'scenarios.a.webhook.spacing: "soon" is not a duration',
    ],
  ],
])('%s: all that is wrong is told in one run', async (text, expected) => {
  expect(await told(text)).toEqual(expected)
})

test.each<[text: string, told: string]>([
  ['{ webhook: { spacing: 5s, copis: 2 } }', 'webhook.copis: unknown key'],
  ['{ webhook: { spacing: 5s, copies: 0 } }', 'webhook.copies: 0 is not a whole number from 1 to 20'],
  ['{ webhook: { release: in-order, again: 2 } }', 'webhook.again: unknown key'],
  ['{ outcom: expired, transfers: [{ pay: 5, after: 5s }] }', 'outcom: unknown key'],
  ['{ outcome: aproved, transfers: [] }', 'outcome: "aproved" is not an outcome'],
  ['{ outcome: never, after: 5 }', 'after: 5 is not a duration'],
  ['{ expires: 2s, afer: 1s }', 'afer: unknown key'],
  ['{ expires: 2s, after: 5 }', 'after: 5 is not a duration'],
  ['{ expires: 2s, respond: { statu: COMPLETED } }', 'respond.statu: unknown key'],
  [
    '{ match: { flow: bank-payout }, otp: 5 }',
    'otp: must be true or a map with keys such as code, expires, attempts, not 5',
  ],
])('%s: no contradiction is told that rests on the key that is wrong', async (story, expected) => {
  expect(await told(scenarios(`a: ${story}`))).toEqual([`scenarios.a.${expected}`])
})

test('a slip in another key leaves a contradiction what it is', async () => {
  expect(await told(scenarios('a: { sumary: Oh, expires: 2s }'))).toEqual([
    'scenarios.a.sumary: unknown key',
    'scenarios.a.expires: is over before the outcome comes',
  ])
})

/** What is told of several files, as `file path: message`. */
async function toldOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const userDir = await folderOf(files)
  const error = await loadScenarios({ builtInDir: shippedDir, userDir, strict: true }).catch(
    (reason: unknown) => reason,
  )
  if (!(error instanceof ScenarioFilesError)) throw new Error('the files were loaded', { cause: error })
  const line = ({ file, path, message }: (typeof error.problems)[number]) => `${file} ${path}: ${message.split(';')[0]}`
  return error.problems.map((problem) => line(problem).replaceAll(`${userDir}/`, ''))
}

test('a name declared in two files is told, whatever else is wrong with the first', async () => {
  const result = 'version: 1\nresults: { r: { code: 1, source: S, text: T } }\n'
  expect(
    await toldOf({
      'a.yaml': `${result}scenarios: { one: { afer: 1s } }`,
      'b.yaml': `${result}scenarios: { one: { after: 1s } }`,
    }),
  ).toEqual([
    'a.yaml results.r.code: YAML reads 1 as a number',
    'a.yaml scenarios.one.afer: unknown key',
    'b.yaml results.r: is already declared in a.yaml:2',
    'b.yaml results.r.code: YAML reads 1 as a number',
    'b.yaml scenarios.one: is already declared in a.yaml:3',
  ])
})

const using = (result: string, scenario: string) =>
  `version: 1\ndefaults: { scenario: ${scenario} }\nscenarios: { x: { outcome: { failed: ${result} } } }`
const broken =
  'version: 1\nresults: { blocked: { code: "1", source: S, text: T } }\nscenarios:\n  "mine" : {}\n  z: { after: 1s'

test('a file that is no YAML hides only the names that it has as keys', async () => {
  const [, ...others] = await toldOf({ 'a.yaml': broken, 'b.yaml': using('wrong_pn', 'nobody') })
  expect(others).toEqual([
    'b.yaml defaults.scenario: "nobody" is not a scenario',
    'b.yaml scenarios.x.outcome.failed: "wrong_pn" is not a result',
  ])
  expect(await toldOf({ 'a.yaml': broken, 'b.yaml': using('blocked', 'mine') })).toHaveLength(1)
})

test('a file that cannot be read may declare any name, but one that is nearly known is a slip all the same', async () => {
  const unread = new Uint8Array([0x76, 0xff, 0xfe])
  expect(await toldOf({ 'a.yaml': unread, 'b.yaml': using('wrong_pn', 'nobody') })).toEqual([
    'a.yaml : is not UTF-8 text',
    'b.yaml scenarios.x.outcome.failed: "wrong_pn" is not a result',
  ])
})
