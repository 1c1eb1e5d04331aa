import { expect, test } from 'vitest'
import { checkScenarioText, loadScenarios } from '../../src/scenarios/load.ts'
import { folderOf, loaded, shippedDir } from './scenario-folders.ts'

/** The problems of a text, one line each, without frames: `line:column path: message`. */
async function told(text: string): Promise<string[]> {
  const problems = await checkScenarioText(text, 'my.yaml')
  return problems.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
}

/** One scenario called `a`, in flow style on line 2, its braces beginning at column 17. */
function scenario(text: string): string {
  return `version: 1\nscenarios: { a: ${text} }`
}

test('a problem is told with its file, line, column, path, what to write, and the lines around it', async () => {
  const text =
    'version: 1\nscenarios:\n  slow:\n    after: 1m\n  wrong-pin:\n    summary: Oh\n    after: 5 sec\n    outcome: approved\n'
  const folder = await folderOf({ 'my.yaml': text })
  const load = loadScenarios({ builtInDir: shippedDir, userDir: folder, strict: true })
  await expect(load).rejects.toThrow(
    [
      `${folder}/my.yaml:7:12  scenarios.wrong-pin.after: "5 sec" is not a duration; write for example 5s, 2m or 1m30s`,
      '  5 |   wrong-pin:',
      '  6 |     summary: Oh',
      '> 7 |     after: 5 sec',
      '    |            ^',
      '  8 |     outcome: approved',
    ].join('\n'),
  )
})

test.each([
  ['', '1:1 : is empty; begin it with version: 1'],
  ['# nothing\n', '1:1 : is empty; begin it with version: 1'],
  ['- a', '1:1 : must be a map with keys such as version, defaults, results, not a list'],
  ['scenarios: {}', '1:1 version: is missing; begin the file with version: 1'],
  ['version: 2', '1:10 version: 2 is not a version that can be read here; write version: 1'],
  ['version: "1"', '1:10 version: "1" is not a version that can be read here; write version: 1'],
  ['version: 1\nscenario: {}', '2:1 scenario: unknown key; did you mean scenarios?'],
  ['version: 1\nscenarios: [a]', '2:12 scenarios: must be a map from names to scenarios, not a list'],
  ['version: 1\ndefaults: { use: a }', '2:13 defaults.use: unknown key; write scenario'],
  [
    'version: 1\ndefaults: { scenario: b }\nscenarios: { a: {} }',
    '2:23 defaults.scenario: "b" is not a scenario; did you mean a?',
  ],
  [
    'version: 1\nscenarios: { "a b": {} }',
    '2:14 scenarios.a b: is not a name; write at most 64 letters, digits and hyphens, such as wrong-pin',
  ],
  ['version: 1\nscenarios: { a: {}, a: {} }', '2:21 scenarios.a: appears twice; remove one of the two'],
  ['version: 1\n---\nversion: 1', '2:1 : holds more than one YAML document; write one file for each'],
  [
    'version: 1\nscenarios: { a: { after: 1s }',
    '2:30 : is not valid YAML: Flow map in block collection must be sufficiently indented and end with a }',
  ],
  ['version: 1\n\tscenarios: {}', '2:1 : is not valid YAML: Tabs are not allowed as indentation'],
  ['version: !v 1', '1:10 : is not valid YAML: Unresolved tag: !v'],
  ['version: 1\n5: {}', '2:1 : has a key that is not a name; write text, in quotes if it is a number'],
])('the file %j is refused', async (text, expected) => {
  expect(await told(text)).toEqual([expected])
})

const keys = 'summary, match, after, outcome, otp, transfers, expires, partialPayments, lateTransfers, respond, webhook'
test.each([
  ['{ afer: 5s }', '2:19 scenarios.a.afer: unknown key; did you mean after?'],
  [
    '{ otp: false }',
    '2:24 scenarios.a.otp: must be true or a map with keys such as code, expires, attempts, not false',
  ],
  ['{ otp: { tries: 3 } }', '2:26 scenarios.a.otp.tries: unknown key; write one of code, expires, attempts, smsFee'],
  ['{ otp: { code: 123456 } }', '2:32 scenarios.a.otp.code: YAML reads 123456 as a number; put it in quotes: "123456"'],
  [
    '{ otp: { code: "12a4" } }',
    '2:32 scenarios.a.otp.code: "12a4" is not an OTP; write 4 to 10 digits in quotes such as "123456"',
  ],
  [
    '{ otp: { attempts: 0 } }',
    '2:36 scenarios.a.otp.attempts: 0 is not a number of attempts; write a whole number from 1 to 100',
  ],
  [
    '{ otp: { smsFee: -1 } }',
    '2:34 scenarios.a.otp.smsFee: -1 is not a fee in GHS; write an amount from 0 to 1000 such as 0.05',
  ],
  ['{ otp: { smsFee: 0.055 } }', '2:34 scenarios.a.otp.smsFee: 0.055 has more than 2 decimal places; round it'],
  ['{ otp: { expires: 0s } }', '2:35 scenarios.a.otp.expires: "0s" is no time at all; write a longer one such as 30m'],
  [
    '{ otp: true, respond: { status: COMPLETED } }',
    '2:19 scenarios.a.otp: is submitted after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  ],
  [
    '{ otp: true, match: { currency: KES } }',
    '2:19 scenarios.a.otp: happens only in GHS, but match.currency is another; write GHS there',
  ],
  [
    '{ otp: true, match: { flow: bank-payout } }',
    '2:24 scenarios.a.otp: otp cannot happen to a bank payout, but match.flow is bank-payout; write mobile-money there',
  ],
  [
    '{ otp: true, transfers: [] }',
    '2:24 scenarios.a.otp: cannot be: otp happens only to mobile-money, but transfers only to virtual-account',
  ],
  ['{ expect: { deliveries: 1 } }', `2:19 scenarios.a.expect: unknown key; write one of ${keys}`],
  ['{ webhook: { copys: 3 } }', '2:30 scenarios.a.webhook.copys: unknown key; did you mean copies?'],
  [
    '{ webhook: { delay: soon } }',
    '2:37 scenarios.a.webhook.delay: "soon" is not a delay; write a duration such as 5s, before-reply, or { statusQueries: 2, then: 10s }',
  ],
  [
    '{ webhook: { retry: [5s, 5] } }',
    '2:42 scenarios.a.webhook.retry[1]: 5 is not a duration; write for example 5s, 2m or 1m30s',
  ],
  [
    '{ webhook: { timeout: 0s } }',
    '2:39 scenarios.a.webhook.timeout: "0s" is no time at all; write a longer one such as 30m',
  ],
  [
    '{ respond: { fault: hangs } }',
    '2:37 scenarios.a.respond.fault: "hangs" is not a fault of a reply; did you mean hang?',
  ],
  [
    '{ respond: { httpStatus: 404 } }',
    '2:42 scenarios.a.respond.httpStatus: 404 is not a status that can be played; write one of 429, 500, 503',
  ],
  [
    '{ respond: { delay: 61s } }',
    '2:37 scenarios.a.respond.delay: "61s" is longer than a reply can wait; write at most 60s',
  ],
  [
    '{ respond: { error: cannot_process, fault: hang } }',
    '2:53 scenarios.a.respond.fault: cannot be together with error; leave one of the two out',
  ],
  [
    '{ respond: { httpStatus: 503, status: PENDING } }',
    '2:47 scenarios.a.respond.status: does nothing beside httpStatus, which stores no transaction; leave it out',
  ],
  [
    '{ respond: { status: COMPLETE } }',
    '2:38 scenarios.a.respond.status: "COMPLETE" is not a status of a reply; did you mean COMPLETED?',
  ],
  ['', '2:14 scenarios.a: is empty; give it keys such as summary, match, after'],
  ['approved', '2:17 scenarios.a: must be a map with keys such as summary, match, after, not "approved"'],
  ['{ summary: 5 }', '2:28 scenarios.a.summary: YAML reads 5 as a number; put it in quotes: "5"'],
  ['{ after: 8s..2s }', '2:26 scenarios.a.after: 8s..2s runs backwards; write 2s..8s'],
  ['{ after: 4000d }', '2:26 scenarios.a.after: "4000d" is longer than ten years; write at most 3650d'],
  ['{ outcome: aproved }', '2:28 scenarios.a.outcome: "aproved" is not an outcome; did you mean approved?'],
  [
    '{ outcome: sometimes }',
    '2:28 scenarios.a.outcome: "sometimes" is not an outcome; write one of approved, expired, by-transfers, never, by-hand, { failed: <result> }',
  ],
  [
    '{ outcome: { failed: wrong_pni } }',
    '2:38 scenarios.a.outcome.failed: "wrong_pni" is not a result; did you mean wrong_pin?',
  ],
  [
    '{ outcome: { failed: approved } }',
    '2:38 scenarios.a.outcome.failed: approved is no failure; write outcome: approved',
  ],
  [
    '{ outcome: { failed: 4200 } }',
    '2:38 scenarios.a.outcome.failed: 4200 is not the name of a result; write for example wrong_pin',
  ],
  [
    '{ transfers: { pay: 5 } }',
    '2:30 scenarios.a.transfers: must be a list of transfers such as [{ pay: "100%", after: 5s }], not a map',
  ],
  ['{ transfers: [{ pay: 5 }] }', '2:31 scenarios.a.transfers[0].after: is missing; write for example 5s, 2m or 1m30s'],
  [
    '{ transfers: [{ pay: 60 %, after: 5s }] }',
    '2:38 scenarios.a.transfers[0].pay: "60 %" is not a payment; write an amount such as 5000 or a share such as "60%"',
  ],
  [
    '{ transfers: [{ pay: 0, after: 5s }] }',
    '2:38 scenarios.a.transfers[0].pay: 0 is not a payment; write an amount such as 5000 or a share such as "60%"',
  ],
  [
    '{ transfers: [{ pay: 0.005, after: 5s }] }',
    '2:38 scenarios.a.transfers[0].pay: 0.005 has more than 2 decimal places; round it',
  ],
  [
    '{ partialPayments: reject }',
    '2:36 scenarios.a.partialPayments: "reject" is not a policy; write one of accept, hold, fail',
  ],
  ['{ expires: 0s }', '2:28 scenarios.a.expires: "0s" is no time at all; write a longer one such as 30m'],
])('a scenario %s is refused', async (text, expected) => {
  expect(await told(scenario(text))).toEqual([expected])
})

test.each([
  ['{}', '2:26 scenarios.a.match: is empty; write what must hold, or name the scenario in defaults.scenario'],
  [
    '{ phone: x }',
    '2:28 scenarios.a.match.phone: unknown key; write one of flow, accountNumber, reference, network, currency, reason, amount',
  ],
  [
    '{ flow: momo }',
    '2:34 scenarios.a.match.flow: "momo" is not a flow; write one of mobile-money, virtual-account, bank-payout, mobile-money-payout',
  ],
  [
    '{ flow: [mobile-money, mobile-mony] }',
    '2:49 scenarios.a.match.flow[1]: "mobile-mony" is not a flow; did you mean mobile-money?',
  ],
  [
    '{ accountNumber: 0541234567 }',
    '2:43 scenarios.a.match.accountNumber: YAML reads 0541234567 as a number; put it in quotes: "0541234567"',
  ],
  [
    '{ accountNumber: ["1", 0x1F] }',
    '2:49 scenarios.a.match.accountNumber[1]: YAML reads 0x1F as a number; put it in quotes: "0x1F"',
  ],
  [
    '{ accountNumber: *000911? }',
    '2:43 scenarios.a.match.accountNumber: YAML reads *000911? as an alias; put it in quotes: "*000911?"',
  ],
  [
    '{ accountNumber: [] }',
    '2:43 scenarios.a.match.accountNumber: is an empty list, which nothing matches; write at least one pattern',
  ],
  ['{ reference: 1e3 }', '2:39 scenarios.a.match.reference: YAML reads 1e3 as a number; put it in quotes: "1e3"'],
  ['{ reason: true }', '2:36 scenarios.a.match.reason: YAML reads true as true or false; put it in quotes: "true"'],
  ['{ currency: GHC }', '2:38 scenarios.a.match.currency: "GHC" is not a currency; did you mean GHS?'],
  [
    '{ currency: ["X*", "Y*"] }',
    '2:45 scenarios.a.match.currency[1]: "Y*" is not a currency; write one of GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT',
  ],
  [
    '{ amount: many }',
    '2:36 scenarios.a.match.amount: "many" is not an amount; write a number, or bounds such as { gt: 1000 } with gt, gte, lt, lte',
  ],
  [
    '{ amount: { gt: -1 } }',
    '2:42 scenarios.a.match.amount.gt: -1 is not an amount; write a number from 0 to 10^15 with at most 6 decimal places',
  ],
  ['{ amount: { above: 1 } }', '2:38 scenarios.a.match.amount.above: unknown key; write one of gt, gte, lt, lte'],
  [
    '{ amount: { gt: 5, lt: 5 } }',
    '2:36 scenarios.a.match.amount: no amount lies between these bounds; write a lower one first',
  ],
])('a match %s is refused', async (text, expected) => {
  expect(await told(scenario(`{ match: ${text} }`))).toEqual([expected])
})

test.each([
  [
    '{ match: { flow: virtual-account }, outcome: { failed: wrong_pin } }',
    '2:72 scenarios.a.outcome.failed: wrong_pin cannot happen to a virtual account, but match.flow is virtual-account; write mobile-money there',
  ],
  [
    '{ match: { flow: mobile-money }, transfers: [] }',
    '2:61 scenarios.a.transfers: transfers cannot happen to a mobile money collection, but match.flow is mobile-money; write virtual-account there',
  ],
  [
    '{ match: { flow: bank-payout }, lateTransfers: accept }',
    '2:64 scenarios.a.lateTransfers: lateTransfers cannot happen to a bank payout, but match.flow is bank-payout; write virtual-account there',
  ],
  [
    '{ match: { flow: [virtual-account, mobile-money-payout] }, outcome: expired }',
    '2:85 scenarios.a.outcome: outcome expired cannot happen to a mobile money payout, but match.flow is mobile-money-payout; write virtual-account there',
  ],
  [
    '{ expires: 5m, outcome: { failed: prompt_timeout } }',
    '2:51 scenarios.a.outcome.failed: cannot be: prompt_timeout happens only to mobile-money, but expires only to virtual-account',
  ],
  [
    '{ outcome: expired, transfers: [{ pay: 5, after: 5s }] }',
    '2:37 scenarios.a.transfers: cannot arrive when the outcome is expired; write transfers: [] or outcome: by-transfers',
  ],
  [
    '{ outcome: approved, transfers: [] }',
    '2:38 scenarios.a.transfers: do nothing when the outcome is approved; leave outcome out to follow the transfers',
  ],
  [
    '{ after: 5s, transfers: [] }',
    '2:19 scenarios.a.after: does nothing beside transfers, which have their own; leave it out',
  ],
  [
    '{ after: 5s, outcome: expired }',
    '2:19 scenarios.a.after: does nothing when the outcome is expired; write expires instead',
  ],
  ['{ after: 5s, outcome: never }', '2:19 scenarios.a.after: does nothing when the outcome is never; leave it out'],
  [
    '{ expires: 5m, outcome: never }',
    '2:19 scenarios.a.expires: does nothing when the outcome is never; leave it out, or write outcome: expired',
  ],
  [
    '{ expires: 5m, after: 5m }',
    '2:19 scenarios.a.expires: is over before the outcome comes; write a longer time, or a shorter after',
  ],
  [
    '{ after: 5s, respond: { status: COMPLETED } }',
    '2:19 scenarios.a.after: is always 0 when respond.status is COMPLETED or the webhook comes before the reply; leave it out',
  ],
  [
    '{ outcome: never, respond: { status: COMPLETED } }',
    '2:19 scenarios.a.outcome: cannot be never when respond.status is COMPLETED; write outcome: approved',
  ],
  [
    '{ transfers: [], respond: { status: COMPLETED } }',
    '2:19 scenarios.a.transfers: come after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  ],
])('the impossible story %s is refused', async (text, expected) => {
  expect(await told(scenario(text))).toEqual([expected])
})

test.each([
  [
    '{ text: T }',
    ['2:12 results.r.code: is missing; write some text', '2:12 results.r.source: is missing; write some text'],
  ],
  [
    '{ code: 4100, source: S, text: T }',
    ['2:23 results.r.code: YAML reads 4100 as a number; put it in quotes: "4100"'],
  ],
  [
    '{ code: "0000", source: S, text: T }',
    ['2:23 results.r.code: "0000" is the code of an approval; write another one'],
  ],
  [
    '{ code: "1", source: S|T, text: T }',
    ['2:36 results.r.source: "S|T" has a | or a line break, which would break the message apart; leave it out'],
  ],
])('an added result %s is refused', async (text, expected) => {
  expect(await told(`version: 1\nresults: { r: ${text} }`)).toEqual(expected)
})

test('a result of the catalogue cannot be declared again', async () => {
  expect(await told('version: 1\nresults: { wrong_pin: { code: "1", source: S, text: T } }')).toEqual([
    '2:12 results.wrong_pin: is already a built-in result; choose another name',
  ])
})

test('one run tells everything, also of a scenario whose form is wrong', async () => {
  const text =
    'version: 1\nscenarios:\n  a:\n    after: 5\n    outcome: { failed: nope }\n  b: { match: { curency: GHS } }\n'
  expect(await told(text)).toEqual([
    '4:12 scenarios.a.after: 5 is not a duration; write for example 5s, 2m or 1m30s',
    `5:24 scenarios.a.outcome.failed: "nope" is not a result; ${await everyResult()}`,
    '6:17 scenarios.b.match.curency: unknown key; did you mean currency?',
  ])
})

async function everyResult(): Promise<string> {
  const { results } = await loaded('version: 1')
  return `write one of ${[...results.keys()].join(', ')}`
}

test('a text may name the results and scenarios of the set it is checked against', async () => {
  const known = await loaded('version: 1\nresults: { blocked: { code: "1", source: S, text: T } }')
  const text = 'version: 1\ndefaults: { scenario: approve }\nscenarios: { a: { outcome: { failed: blocked } } }'
  expect(await checkScenarioText(text, 'my.yaml', known)).toEqual([])
  expect(await checkScenarioText(text, 'my.yaml')).toHaveLength(2)
})

test('columns count on after Windows line ends and letters beyond ASCII', async () => {
  expect(await told('version: 1\r\nscenarios: { a: { summary: é, after: x } }\r\n')).toEqual([
    '2:38 scenarios.a.after: "x" is not a duration; write for example 5s, 2m or 1m30s',
  ])
})
