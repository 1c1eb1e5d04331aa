import { expect, test } from 'vitest'
import { ScenarioFilesError } from '../../../src/scenarios/files/diagnostic.ts'
import { checkScenarioText, loadScenarios } from '../../../src/scenarios/load.ts'
import { folderOf, shipped } from '../scenario-folders.ts'

const scenarios = (text: string) => `version: 1\nscenarios: { ${text} }`

/** What is wrong with a text, as `path: message`, each message up to its advice. */
async function wrongWith(text: string): Promise<string[]> {
  const problems = await checkScenarioText(text, 'my.yaml')
  return problems.map(({ path, message }) => `${path}: ${message.split(';')[0]}`)
}

test.each<[text: string, wrong: readonly string[]]>([
  [
    scenarios('a: { match: { network: 5, currency: XXX }, afer: 1s, webhook: { copis: 2, hold: 0 } }'),
    [
      'scenarios.a.match.network: 5 is read as a number',
      'scenarios.a.afer: unknown key',
      'scenarios.a.webhook.copis: unknown key',
      'scenarios.a.webhook.hold: 0 is not a whole number from 2 to 100',
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
      'results.Bad-Name.code: 4100 is read as a number',
      'results.Bad-Name.source: "a|b" has a | or a line break, which would break the message apart',
      'results.Bad-Name.txt: unknown key',
    ],
  ],
  [
    scenarios('a: { afer: 1s, outcome: { failed: nope } }, a: { after: 5 }'),
    ['scenarios.a.afer: unknown key', 'scenarios.a: appears twice'],
  ],
  [
    scenarios('a: { after: 5, after: 1s, webhook: { hold: 3 }, webhook: { copies: 0 }, webhook: { drop: true } }'),
    [
      'scenarios.a.after: 5 is not a duration',
      'scenarios.a.after: appears twice',
      'scenarios.a.webhook: appears twice',
      'scenarios.a.webhook: appears twice',
    ],
  ],
  [
    scenarios('a: { expect: { deliveries: 1, ackedIn: 5s }, webhook: { drop: true, spacing: soon } }'),
    ['scenarios.a.expect.ackedIn: unknown key', 'scenarios.a.webhook.spacing: "soon" is not a duration'],
  ],
  [
    scenarios('a: { match: { reference: *ref, phone: 1 }, 5: b }'),
    [
      'scenarios.a.match.reference: YAML reads *ref as an alias',
      'scenarios.a.match.phone: unknown key',
      'scenarios.a: has a key that is not a name',
    ],
  ],
])('%s: all that is wrong with the form is reported in one run', async (text, expected) => {
  expect(await wrongWith(text)).toEqual(expected)
})

test.each<[text: string, wrong: readonly string[]]>([
  [
    scenarios('a: { match: { currency: XXX, amount: { gt: 5, lt: 3 } } }'),
    [
      'scenarios.a.match.currency: "XXX" is not a currency',
      'scenarios.a.match.amount: no amount lies between these bounds',
    ],
  ],
  [
    scenarios(
      'a: { respond: { status: COMPLETED }, outcome: { failed: no_reasons }, webhook: { copies: 2, hold: 3 } }',
    ),
    [
      'scenarios.a.outcome: cannot be { failed: ... } when respond.status is COMPLETED',
      'scenarios.a.outcome.failed: "no_reasons" is not a result',
    ],
  ],
  [
    scenarios('a: { webhook: { hold: 3, copies: 2, drop: true, release: last-first } }'),
    [
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
    `version: 1
defaults: { scenario: c }
results: { wrong_pin: { code: "4100", source: S, text: T } }
scenarios: { a: { webhook: { spacing: 1s } }, b: { expires: 2s, expect: { deliveries: { gte: 2, lte: 1 } } } }`,
    [
      'defaults.scenario: "c" is not a scenario',
      'results.wrong_pin: is already a built-in result',
      'scenarios.a.webhook.spacing: does nothing without copies',
      'scenarios.b.expires: is over before the outcome comes',
      'scenarios.b.expect.deliveries: no count lies between these bounds',
    ],
  ],
])('%s: all that is wrong with the meaning is reported in one run', async (text, expected) => {
  expect(await wrongWith(text)).toEqual(expected)
})

test.each<[text: string, wrong: string]>([
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
])('%s: no contradiction rests on the key that is wrong', async (scenario, expected) => {
  expect(await wrongWith(scenarios(`a: ${scenario}`))).toEqual([`scenarios.a.${expected}`])
})

/** What is wrong with several files, as `file path: message`. */
async function wrongWithAll(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  const userDir = await folderOf(files)
  const error = await loadScenarios({ paths: userDir, strict: true }, shipped).catch((reason: unknown) => reason)
  if (!(error instanceof ScenarioFilesError)) throw new Error('the files were loaded', { cause: error })
  const line = ({ file, path, message }: (typeof error.diagnostics)[number]) =>
    `${file} ${path}: ${message.split(';')[0]}`
  return error.diagnostics.map((problem) => line(problem).replaceAll(`${userDir}/`, ''))
}

const meansNothing =
  'version: 1\ndefaults: { scenario: missing }\nscenarios: { x: { outcome: { failed: wrong_pn } }, one: {} }'

test('form and meaning of all files are judged in one run', async () => {
  const misspelt = 'version: 1\nscenarios: { one: { afer: 1s } }'
  expect(await wrongWithAll({ 'a.yaml': misspelt, 'b.yaml': meansNothing, 'c.yaml': misspelt })).toEqual([
    'a.yaml scenarios.one.afer: unknown key',
    'b.yaml defaults.scenario: "missing" is not a scenario',
    'b.yaml scenarios.x.outcome.failed: "wrong_pn" is not a result',
    'b.yaml scenarios.one: is already declared in a.yaml:2',
    'c.yaml scenarios.one.afer: unknown key',
  ])
  expect(await wrongWithAll({ 'b.yaml': meansNothing, 'c.yaml': misspelt.replace('afer', 'after') })).toEqual([
    'b.yaml defaults.scenario: "missing" is not a scenario',
    'b.yaml scenarios.x.outcome.failed: "wrong_pn" is not a result',
    'c.yaml scenarios.one: is already declared in b.yaml:3',
  ])
})

test.each<[what: string, text: string, wrong: readonly string[]]>([
  [
    'what a wrong result and a wrong scenario are named is known',
    `version: 1
defaults: { scenario: b }
results: { odd: { code: 5, source: S, text: T } }
scenarios: { a: { outcome: { failed: odd } }, b: { afer: 1s }, c: { outcome: { failed: od } } }`,
    [
      'results.odd.code: 5 is read as a number',
      'scenarios.b.afer: unknown key',
      'scenarios.c.outcome.failed: "od" is not a result',
    ],
  ],
  [
    'without a version, and beside a key that is no name, the others are judged',
    'scenarios: { a: { webhook: { spacing: 1s } }, 5: {} }\ndefaults: { scenario: five }',
    [
      'version: is missing',
      'scenarios.a.webhook.spacing: does nothing without copies',
      'scenarios: has a key that is not a name',
    ],
  ],
  [
    'a misspelt part may declare any name, so that no name is unknown beside it',
    'version: 1\nscenario: { b: {} }\ndefaults: { scenario: b }\nscenarios: { a: { match: { currency: GHC } } }',
    ['scenario: unknown key', 'scenarios.a.match.currency: "GHC" is not a currency'],
  ],
])('%s', async (_what, text, expected) => {
  expect(await wrongWith(text)).toEqual(expected)
})
