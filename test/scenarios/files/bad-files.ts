import { flows } from '../../../src/domain/transaction.ts'

/** A text and what is wrong with it, as `line:column path: message`. */
type Row = readonly [text: string, wrong: string]

const ofFiles: readonly Row[] = [
  [
    'version: 1\nresults: { wrong_pin: { code: "1", source: S, text: T } }',
    '2:12 results.wrong_pin: is already a built-in result; choose another name',
  ],
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
    'version: 1\ndefaults: { scenario: aprove }\nscenarios: { approve: {} }',
    '2:23 defaults.scenario: "aprove" is not a scenario; did you mean approve?',
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
  ['version: 1\n\tscenarios: {}', '2:1 : is not valid YAML: Tabs are not allowed as indentation; indent with spaces'],
  ['version: !v 1', '1:10 : holds YAML that is not used here: Unresolved tag: !v; leave the tag out'],
  ['version: 1\n5: {}', '2:1 : has a key that is not a name; write text, in quotes if it is a number'],
]

const keys =
  'summary, match, after, outcome, otp, transfers, expires, partialPayments, lateTransfers, respond, webhook, mix, expect'

const ofScenarios: readonly Row[] = [
  ['{ afer: 5s }', '2:19 scenarios.a.afer: unknown key; did you mean after?'],
  [
    '{ otp: false }',
    '2:24 scenarios.a.otp: must be true or a map with keys such as code, expires, attempts, not false',
  ],
  ['{ otp: { tries: 3 } }', '2:26 scenarios.a.otp.tries: unknown key; write one of code, expires, attempts, smsFee'],
  ['{ otp: { code: 123456 } }', '2:32 scenarios.a.otp.code: 123456 is read as a number; put it in quotes: "123456"'],
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
  ['{ otp: { expires: 0s } }', '2:35 scenarios.a.otp.expires: "0s" is zero; write a longer one such as 30s'],
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
  ['{ anything: 1 }', `2:19 scenarios.a.anything: unknown key; write one of ${keys}`],
  ['{ webhook: { copys: 3 } }', '2:30 scenarios.a.webhook.copys: unknown key; did you mean copies?'],
  [
    '{ webhook: { delay: soon } }',
    '2:37 scenarios.a.webhook.delay: "soon" is not a delay; write a duration such as 5s, before-reply, or { statusQueries: 2, then: 10s }',
  ],
  [
    '{ webhook: { retry: [5s, 5] } }',
    '2:42 scenarios.a.webhook.retry[1]: 5 is not a duration; write for example 5s, 2m or 1m30s',
  ],
  ['{ webhook: { timeout: 0s } }', '2:39 scenarios.a.webhook.timeout: "0s" is zero; write a longer one such as 30s'],
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
  ['{ summary: 5 }', '2:28 scenarios.a.summary: 5 is read as a number; put it in quotes: "5"'],
  ['{ after: 8s..2s }', '2:26 scenarios.a.after: 8s..2s runs backwards; write 2s..8s'],
  ['{ after: 4000d }', '2:26 scenarios.a.after: "4000d" is longer than ten years; write at most 3650d'],
  ['{ outcome: aproved }', '2:28 scenarios.a.outcome: "aproved" is not an outcome; did you mean approved?'],
  ['{ outcome: wrong_pin }', '2:28 scenarios.a.outcome: "wrong_pin" is not an outcome; write { failed: wrong_pin }'],
  ['{ outcome: wrong-pin }', '2:28 scenarios.a.outcome: "wrong-pin" is not an outcome; write { failed: wrong_pin }'],
  [
    '{ times: 2 }',
    '2:19 scenarios.a.times: unknown key; a scenario plays as often as it is chosen; for the next requests only, queue it: payments-sandbox use NAME --times 2',
  ],
  [
    '{ respond: { httpStatus: 503, times: 2 } }',
    '2:47 scenarios.a.respond.times: unknown key; a scenario plays as often as it is chosen; for the next requests only, queue it: payments-sandbox use NAME --times 2',
  ],
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
    '2:38 scenarios.a.outcome.failed: approved is not a failure; write outcome: approved',
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
  ['{ expires: 0s }', '2:28 scenarios.a.expires: "0s" is zero; write a longer one such as 30s'],
  [
    '{ webhook: { answers: [600] } }',
    '2:40 scenarios.a.webhook.answers[0]: 600 is not an answer; write a status from 100 to 599, or one of timeout, reset, lost-ack, real',
  ],
  [
    '{ webhook: { answers: [] } }',
    '2:39 scenarios.a.webhook.answers: is an empty list; write at least one answer, or leave it out',
  ],
  [
    '{ webhook: { signature: [] } }',
    '2:41 scenarios.a.webhook.signature: is an empty list; write at least one signature, or leave it out',
  ],
  [
    '{ webhook: { copies: 21 } }',
    '2:38 scenarios.a.webhook.copies: 21 is not a whole number from 1 to 20; write such a number',
  ],
  [
    '{ webhook: { drop: false } }',
    '2:36 scenarios.a.webhook.drop: must be true, not false; leave it out to send the webhook',
  ],
  ['{ summary: [a] }', '2:28 scenarios.a.summary: must be text, not a list; write some in quotes'],
  ['{ summary: }', '2:19 scenarios.a.summary: is empty; write some text'],
  [
    '{ webhook: { timeout: 61s } }',
    '2:39 scenarios.a.webhook.timeout: "61s" is longer than an attempt can take; write at most 60s',
  ],
]

const ofMatches: readonly Row[] = [
  ['{}', '2:26 scenarios.a.match: is empty; write what must hold, or leave match out'],
  [
    '{ phone: x }',
    '2:28 scenarios.a.match.phone: unknown key; write one of flow, accountNumber, reference, network, currency, reason, amount',
  ],
  ['{ flow: momo }', `2:34 scenarios.a.match.flow: "momo" is not a flow; write one of ${flows.join(', ')}`],
  [
    '{ flow: [mobile-money, mobile-mony] }',
    '2:49 scenarios.a.match.flow[1]: "mobile-mony" is not a flow; did you mean mobile-money?',
  ],
  [
    '{ accountNumber: 0541234567 }',
    '2:43 scenarios.a.match.accountNumber: 0541234567 is read as a number; put it in quotes: "0541234567"',
  ],
  [
    '{ accountNumber: ["1", 0x1F] }',
    '2:49 scenarios.a.match.accountNumber[1]: 0x1F is read as a number; put it in quotes: "0x1F"',
  ],
  [
    '{ accountNumber: *000911? }',
    '2:43 scenarios.a.match.accountNumber: YAML reads *000911? as an alias; put it in quotes: "*000911?"',
  ],
  [
    '{ accountNumber: [] }',
    '2:43 scenarios.a.match.accountNumber: is an empty list, which nothing matches; write at least one pattern',
  ],
  ['{ reference: 1e3 }', '2:39 scenarios.a.match.reference: 1e3 is read as a number; put it in quotes: "1e3"'],
  ['{ reason: true }', '2:36 scenarios.a.match.reason: true is read as true or false; put it in quotes: "true"'],
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
  ['{ amount: 1.1234567 }', '2:36 scenarios.a.match.amount: 1.1234567 has more than 6 decimal places; round it'],
  [
    '{ amount: { gt: 0.0000001 } }',
    '2:42 scenarios.a.match.amount.gt: 0.0000001 has more than 6 decimal places; round it',
  ],
  ['{ currency: ghs }', '2:38 scenarios.a.match.currency: "ghs" is not a currency; did you mean GHS?'],
  ['{ currency: GSH }', '2:38 scenarios.a.match.currency: "GSH" is not a currency; did you mean GHS?'],
  ['{ amount: { above: 1 } }', '2:38 scenarios.a.match.amount.above: unknown key; write one of gt, gte, lt, lte'],
  [
    '{ amount: { gt: 5, lt: 5 } }',
    '2:36 scenarios.a.match.amount: no amount lies between these bounds; write a lower one first',
  ],
  [
    '{ flow: [bank-payout, bank-payout] }',
    '2:48 scenarios.a.match.flow[1]: "bank-payout" appears twice; leave one out',
  ],
  ['{ reference: ["a*", "b*", "a*"] }', '2:52 scenarios.a.match.reference[2]: "a*" appears twice; leave one out'],
  [
    '{ currency: XOF, amount: 0.5 }',
    '2:51 scenarios.a.match.amount: no amount of XOF is so; write fewer decimal places',
  ],
]

const impossible: readonly Row[] = [
  [
    '{ expect: { deliveries: 1 }, respond: { error: cannot_process } }',
    '2:19 scenarios.a.expect: is never checked: respond.error stores no transaction; leave it out',
  ],
  [
    '{ expect: { deliveries: 1 }, webhook: { drop: true } }',
    '2:29 scenarios.a.expect.deliveries: cannot be met: webhook.drop sends nothing; leave one of the two out',
  ],
  [
    '{ expect: { ackedWithin: 5s }, webhook: { drop: true } }',
    '2:29 scenarios.a.expect.ackedWithin: cannot be met: webhook.drop sends nothing; leave one of the two out',
  ],
  [
    '{ expect: { deliveries: { gte: 1 } }, outcome: never }',
    '2:29 scenarios.a.expect.deliveries: cannot be met: outcome never has no final status, and so no webhook; leave one of the two out',
  ],
  [
    '{ expect: { statusQueries: 1 }, outcome: never }',
    '2:29 scenarios.a.expect.statusQueries: cannot be met: outcome never has no final status; leave one of the two out',
  ],
  [
    '{ expect: { deliveries: 1 }, webhook: { answers: [503, timeout] } }',
    '2:29 scenarios.a.expect.deliveries: cannot be met: no attempt of these answers is sent; add real or lost-ack to them, or leave one of the two out',
  ],
  [
    '{ expect: { ackedWithin: 5s }, webhook: { answers: [reset] } }',
    '2:29 scenarios.a.expect.ackedWithin: cannot be met: no attempt of these answers is sent; add real or lost-ack to them, or leave one of the two out',
  ],
  [
    '{ after: 1s, webhook: { delay: before-reply } }',
    '2:19 scenarios.a.after: is always 0 when respond.status is COMPLETED or the webhook comes before the reply; leave it out',
  ],
  [
    '{ expect: { deliveries: { gte: 2, lte: 1 } } }',
    '2:41 scenarios.a.expect.deliveries: no count lies between these bounds; write the lower one as gte',
  ],
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
    '2:53 scenarios.a.respond.status: cannot be: respond.status happens only to mobile-money, but transfers only to virtual-account',
  ],
  [
    '{ match: { flow: bank-payout }, respond: { status: PENDING } }',
    '2:68 scenarios.a.respond.status: respond.status cannot happen to a bank payout, but match.flow is bank-payout; write mobile-money there',
  ],
  [
    '{ match: { flow: mobile-money-payout }, respond: { status: COMPLETED } }',
    '2:76 scenarios.a.respond.status: respond.status cannot happen to a mobile money payout, but match.flow is mobile-money-payout; write mobile-money there',
  ],
  [
    '{ transfers: [], webhook: { delay: before-reply } }',
    '2:19 scenarios.a.transfers: come after the reply, so the webhook cannot come before it; leave one of the two out',
  ],
  [
    '{ outcome: { failed: otp_failed } }',
    '2:19 scenarios.a.outcome: cannot be { failed: otp_failed } without an OTP; write otp: true beside it',
  ],
  [
    '{ outcome: never, webhook: { copies: 2 } }',
    '2:35 scenarios.a.webhook: is never sent when the outcome is never; leave it out, or write by-hand',
  ],
  [
    '{ outcome: never, respond: { error: cannot_process } }',
    '2:19 scenarios.a.outcome: does nothing beside respond.error, which stores no transaction; leave it out',
  ],
  [
    '{ after: 5s, respond: { httpStatus: 503 } }',
    '2:19 scenarios.a.after: does nothing beside respond.httpStatus, which stores no transaction; leave it out',
  ],
  [
    '{ otp: true, respond: { fault: drop-before-commit } }',
    '2:19 scenarios.a.otp: does nothing beside respond.fault, which stores no transaction; leave it out',
  ],
  [
    '{ transfers: [], respond: { httpStatus: 429 } }',
    '2:19 scenarios.a.transfers: does nothing beside respond.httpStatus, which stores no transaction; leave it out',
  ],
  [
    '{ expires: 5m, respond: { error: provider_downtime } }',
    '2:19 scenarios.a.expires: does nothing beside respond.error, which stores no transaction; leave it out',
  ],
  [
    '{ partialPayments: hold, respond: { httpStatus: 500 } }',
    '2:19 scenarios.a.partialPayments: does nothing beside respond.httpStatus, which stores no transaction; leave it out',
  ],
  [
    '{ lateTransfers: accept, respond: { httpStatus: 500 } }',
    '2:19 scenarios.a.lateTransfers: does nothing beside respond.httpStatus, which stores no transaction; leave it out',
  ],
  [
    '{ webhook: { copies: 2 }, respond: { error: cannot_process } }',
    '2:19 scenarios.a.webhook: does nothing beside respond.error, which stores no transaction; leave it out',
  ],
  [
    '{ respond: { error: cannot_process, httpStatus: 503 } }',
    '2:53 scenarios.a.respond.httpStatus: cannot be together with error; leave one of the two out',
  ],
  [
    '{ respond: { httpStatus: 503, fault: hang } }',
    '2:47 scenarios.a.respond.fault: cannot be together with httpStatus; leave one of the two out',
  ],
  ...(
    [
      'copies: 2',
      'hold: 2',
      'answers: [503]',
      'signature: missing',
      'body: truncated',
      'retry: []',
      'timeout: 5s',
      'delay: 5s',
    ] as const
  ).map((key): [string, string] => [
    `{ webhook: { drop: true, ${key} } }`,
    `2:42 scenarios.a.webhook.${key.split(':')[0]}: does nothing beside drop; leave it out`,
  ]),
  [
    '{ webhook: { spacing: 5s } }',
    '2:30 scenarios.a.webhook.spacing: does nothing without copies; write for example copies: 2',
  ],
  [
    '{ webhook: { release: in-order } }',
    '2:30 scenarios.a.webhook.release: does nothing without hold; write for example hold: 3',
  ],
  [
    '{ webhook: { delay: before-reply, hold: 2 } }',
    '2:51 scenarios.a.webhook.hold: cannot be together with this delay; write a duration there, or leave one of the two out',
  ],
  [
    '{ webhook: { delay: { statusQueries: 1 }, hold: 2 } }',
    '2:59 scenarios.a.webhook.hold: cannot be together with this delay; write a duration there, or leave one of the two out',
  ],
  [
    '{ outcome: by-hand, webhook: { delay: before-reply } }',
    '2:19 scenarios.a.outcome: cannot be by-hand when the webhook comes before the reply; write approved or { failed: <result> }',
  ],
  [
    '{ outcome: { failed: wrong_pin }, respond: { status: COMPLETED } }',
    '2:19 scenarios.a.outcome: cannot be { failed: ... } when respond.status is COMPLETED; write outcome: approved',
  ],
  [
    '{ otp: true, webhook: { delay: before-reply } }',
    '2:19 scenarios.a.otp: is submitted after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  ],
]

const ofRules: readonly Row[] = [
  [
    'a: { match: { reference: "x-*" } }, b: { match: { reference: "x-*" } }',
    '2:55 scenarios.b.match: matches the same as a (my.yaml:2), which is before it and always wins; change one of the two',
  ],
  [
    'a: { match: { reference: ["x-*", "y-*"], currency: GHS } }, b: { match: { currency: GHS, reference: ["y-*", "x-*"] } }',
    '2:79 scenarios.b.match: matches the same as a (my.yaml:2), which is before it and always wins; change one of the two',
  ],
  // A wrong PIN can happen to mobile money only.
  [
    'a: { match: { flow: mobile-money, reference: "x-*" } }, b: { match: { reference: "x-*" }, outcome: { failed: wrong_pin } }',
    '2:75 scenarios.b.match: matches the same as a (my.yaml:2), which is before it and always wins; change one of the two',
  ],
]

const ofResults: readonly (readonly [text: string, wrong: readonly string[]])[] = [
  [
    '{ text: T }',
    ['2:12 results.r.code: is missing; write some text', '2:12 results.r.source: is missing; write some text'],
  ],
  ['{ code: 4100, source: S, text: T }', ['2:23 results.r.code: 4100 is read as a number; put it in quotes: "4100"']],
  [
    '{ code: "0000", source: S, text: T }',
    ['2:23 results.r.code: "0000" is the code of an approval; write another one'],
  ],
  [
    '{ code: "1", source: S|T, text: T }',
    ['2:36 results.r.source: "S|T" has a | or a line break, which would break the message apart; leave it out'],
  ],
]

export interface BadFile {
  readonly text: string
  readonly wrong: readonly string[]
}

function scenario(text: string): string {
  return `version: 1\nscenarios: { a: ${text} }`
}

/** At least one file for everything that can be wrong with one. */
export const badFiles: readonly BadFile[] = [
  ...ofFiles.map(([text, wrong]) => ({ text, wrong: [wrong] })),
  ...[...ofScenarios, ...impossible].map(([text, wrong]) => ({ text: scenario(text), wrong: [wrong] })),
  ...ofMatches.map(([text, wrong]) => ({ text: scenario(`{ match: ${text} }`), wrong: [wrong] })),
  ...ofRules.map(([text, wrong]) => ({ text: `version: 1\nscenarios: { ${text} }`, wrong: [wrong] })),
  ...ofResults.map(([text, wrong]) => ({ text: `version: 1\nresults: { r: ${text} }`, wrong })),
]
