import type { Flow } from '../../../src/domain/transaction.ts'

/** Two scenarios that differ in one word of the language, so that a merchant or the sandbox's user sees something else. */
export interface WordRow {
  readonly flow?: Flow
  readonly scenario: string
  /** The same without the word, or with another value. */
  readonly other: string
}

/** A scenario for each value of a key; those of two values must look different. */
interface ValuesRow {
  readonly flow?: Flow
  readonly values: readonly string[]
  readonly scenario: (value: string) => string
}

const ofKeys: Readonly<Record<string, WordRow>> = {
  after: { scenario: 'after: 5s', other: '' },
  expires: { flow: 'virtual-account', scenario: 'transfers: [], expires: 5m', other: 'transfers: []' },
  'outcome.failed': { scenario: 'outcome: { failed: wrong_pin }', other: 'outcome: { failed: switch_error }' },
  'otp=true': { scenario: 'otp: true', other: '' },
  'otp.code': { scenario: 'otp: { code: "1234" }', other: 'otp: true' },
  'otp.expires': { scenario: 'otp: { expires: 1m }', other: 'otp: true' },
  'otp.attempts': { scenario: 'otp: { attempts: 1 }', other: 'otp: true' },
  'otp.smsFee': { scenario: 'otp: { smsFee: 0.5 }', other: 'otp: true' },
  transfers: { flow: 'virtual-account', scenario: 'transfers: []', other: '' },
  'transfers[].pay': account('transfers: [{ pay: 10, after: 5s }]', 'transfers: [{ pay: "100%", after: 5s }]'),
  'transfers[].after': account('transfers: [{ pay: 10, after: 5s }]', 'transfers: [{ pay: 10, after: 6s }]'),
  'transfers[].senderName': account(
    'transfers: [{ pay: 10, after: 5s, senderName: Ama }]',
    'transfers: [{ pay: 10, after: 5s }]',
  ),
  'webhook.delay': { scenario: 'webhook: { delay: 5s }', other: '' },
  'webhook.delay=before-reply': { scenario: 'webhook: { delay: before-reply }', other: '' },
  'webhook.delay.statusQueries': {
    scenario: 'webhook: { delay: { statusQueries: 2 } }',
    other: 'webhook: { delay: { statusQueries: 9 } }',
  },
  'webhook.delay.then': {
    scenario: 'webhook: { delay: { statusQueries: 2, then: 5s } }',
    other: 'webhook: { delay: { statusQueries: 2 } }',
  },
  'webhook.copies': { scenario: 'webhook: { copies: 2 }', other: '' },
  'webhook.spacing': { scenario: 'webhook: { copies: 2, spacing: 5s }', other: 'webhook: { copies: 2 }' },
  'webhook.drop=true': { scenario: 'webhook: { drop: true }', other: '' },
  'webhook.hold': { scenario: 'webhook: { hold: 2 }', other: '' },
  'webhook.answers': { scenario: 'webhook: { answers: [503, 201] }', other: '' },
  'webhook.retry': { scenario: 'webhook: { answers: [503], retry: [5s] }', other: 'webhook: { answers: [503] }' },
  'webhook.timeout': {
    scenario: 'webhook: { answers: [timeout], timeout: 7s }',
    other: 'webhook: { answers: [timeout] }',
  },
  'expect.deliveries': { scenario: 'expect: { deliveries: 1 }', other: 'expect: { deliveries: 2 }' },
  'expect.deliveries.gte': {
    scenario: 'expect: { deliveries: { gte: 1 } }',
    other: 'expect: { deliveries: { gte: 2 } }',
  },
  'expect.deliveries.lte': {
    scenario: 'expect: { deliveries: { lte: 1 } }',
    other: 'expect: { deliveries: { lte: 0 } }',
  },
  'expect.statusQueries': { scenario: 'expect: { statusQueries: 1 }', other: 'expect: { statusQueries: 9 }' },
  'expect.duplicateCreates': { scenario: 'expect: { duplicateCreates: 1 }', other: 'expect: { duplicateCreates: 0 }' },
  'expect.ackedWithin': {
    scenario: 'expect: { ackedWithin: 5m }',
    other: 'expect: { ackedWithin: 5m }, webhook: { answers: [503, real], retry: [] }',
  },
}

const ofValues: Readonly<Record<string, ValuesRow>> = {
  outcome: {
    flow: 'virtual-account',
    values: ['approved', 'expired', 'never', 'by-hand'],
    scenario: (value) => `outcome: ${value}`,
  },
  partialPayments: {
    flow: 'virtual-account',
    values: ['accept', 'hold', 'fail'],
    scenario: (value) => `partialPayments: ${value}, transfers: [{ pay: "60%", after: 5s }]`,
  },
  lateTransfers: {
    flow: 'virtual-account',
    values: ['ignore', 'accept'],
    scenario: (value) => `lateTransfers: ${value}, expires: 1m, transfers: [{ pay: "100%", after: 2m }]`,
  },
  'respond.status': { values: ['PENDING', 'COMPLETED'], scenario: (value) => `respond: { status: ${value} }` },
  'respond.error': {
    values: [
      'duplicate_reference',
      'one_recipient_only',
      'currency_must_be_ngn',
      'currency_not_enabled',
      'network_not_enabled',
      'network_mismatch',
      'insufficient_wallet_balance',
      'amount_too_small',
      'amount_too_large',
      'account_not_allowed_in_test',
      'cannot_process',
      'workflow_failed',
      'provider_downtime',
      'invalid_otp',
      'not_awaiting_otp',
    ],
    scenario: (value) => `respond: { error: ${value} }`,
  },
  'respond.httpStatus': { values: ['429', '500', '503'], scenario: (value) => `respond: { httpStatus: ${value} }` },
  'respond.fault': {
    values: ['drop-before-commit', 'drop-after-commit', 'hang', 'malformed-json'],
    // A hang ends with its delay.
    scenario: (value) => `respond: { fault: ${value}, delay: ${value === 'hang' ? '50ms' : '1ms'} }`,
  },
  'webhook.release': {
    values: ['in-order', 'last-first'],
    scenario: (value) => `webhook: { hold: 2, release: ${value} }`,
  },
  'webhook.answers[]': {
    values: ['timeout', 'reset', 'lost-ack', 'real'],
    scenario: (value) => `webhook: { answers: [${value}] }`,
  },
  'webhook.signature': {
    values: ['valid', 'missing', 'corrupt', 'wrong-key'],
    scenario: (value) => `webhook: { signature: ${value} }`,
  },
  'webhook.signature[]': {
    values: ['valid', 'missing', 'corrupt', 'wrong-key'],
    scenario: (value) => `webhook: { signature: [${value}, valid] }`,
  },
  'webhook.body': {
    values: ['exact', 'truncated', 'not-json', 'other-amount', 'extra-fields'],
    scenario: (value) => `webhook: { body: ${value} }`,
  },
}

/** What each word of a scenario makes different, by its path within the scenario. */
export const wordRows: Readonly<Record<string, WordRow>> = {
  ...ofKeys,
  'outcome=by-transfers': account(
    'outcome: by-transfers, transfers: [{ pay: "100%", after: 9s }]',
    'outcome: expired, transfers: []',
  ),
  ...Object.fromEntries(Object.entries(ofValues).flatMap(([key, row]) => rowsOf(key, row))),
}

function account(scenario: string, other: string): WordRow {
  return { flow: 'virtual-account', scenario, other }
}

/** Each value against the next one, the last against the first. */
function rowsOf(key: string, { values, scenario, ...rest }: ValuesRow): [string, WordRow][] {
  return values.map((value, index) => {
    const next = values[(index + 1) % values.length] ?? ''
    return [`${key}=${value}`, { ...rest, scenario: scenario(value), other: scenario(next) }]
  })
}

/** Of each key of a match: one that holds for the request, and one that does not. */
export const matchRows: Readonly<
  Record<string, { readonly flow?: Flow; readonly holds: string; readonly fails: string }>
> = {
  'flow=mobile-money': { holds: 'flow: mobile-money', fails: 'flow: bank-payout' },
  'flow=virtual-account': { flow: 'virtual-account', holds: 'flow: virtual-account', fails: 'flow: mobile-money' },
  'flow=bank-payout': { flow: 'bank-payout', holds: 'flow: bank-payout', fails: 'flow: mobile-money-payout' },
  'flow=mobile-money-payout': {
    flow: 'mobile-money-payout',
    holds: 'flow: mobile-money-payout',
    fails: 'flow: bank-payout',
  },
  'flow[]=mobile-money': { holds: 'flow: [mobile-money, bank-payout]', fails: 'flow: [bank-payout]' },
  'flow[]=virtual-account': {
    flow: 'virtual-account',
    holds: 'flow: [bank-payout, virtual-account]',
    fails: 'flow: [bank-payout]',
  },
  'flow[]=bank-payout': {
    flow: 'bank-payout',
    holds: 'flow: [mobile-money, bank-payout]',
    fails: 'flow: [mobile-money]',
  },
  'flow[]=mobile-money-payout': {
    flow: 'mobile-money-payout',
    holds: 'flow: [mobile-money, mobile-money-payout]',
    fails: 'flow: [mobile-money]',
  },
  accountNumber: { holds: 'accountNumber: "024*"', fails: 'accountNumber: "025*"' },
  network: { holds: 'network: MTN', fails: 'network: VOD' },
  currency: { holds: 'currency: GHS', fails: 'currency: NGN' },
  reason: { holds: 'reason: "*"', fails: 'reason: "nothing of it"' },
  amount: { holds: 'amount: 100.5', fails: 'amount: 100.51' },
  'amount.gt': { holds: 'amount: { gt: 100.49 }', fails: 'amount: { gt: 100.5 }' },
  'amount.gte': { holds: 'amount: { gte: 100.5 }', fails: 'amount: { gte: 100.51 }' },
  'amount.lt': { holds: 'amount: { lt: 100.51 }', fails: 'amount: { lt: 100.5 }' },
  'amount.lte': { holds: 'amount: { lte: 100.5 }', fails: 'amount: { lte: 100.49 }' },
}

/** Of each key of an added result another value than the rest has. */
export const resultRows: Readonly<Record<string, string>> = {
  code: 'code: "4200", source: S, text: T',
  source: 'code: "4100", source: Other, text: T',
  text: 'code: "4100", source: S, text: Other',
  telcoResponse: 'code: "4100", source: S, text: T, telcoResponse: Other',
  providerMessage: 'code: "4100", source: S, text: T, providerMessage: Other',
}
