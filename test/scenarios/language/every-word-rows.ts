import { type Flow, flows } from '../../../src/domain/transaction.ts'
import { language } from '../language.ts'

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
    scenario: (value) =>
      value === 'by-transfers' ? 'outcome: by-transfers, transfers: [{ pay: "100%", after: 9s }]' : `outcome: ${value}`,
  },
  partialPayments: {
    flow: 'virtual-account',
    scenario: (value) => `partialPayments: ${value}, transfers: [{ pay: "60%", after: 5s }]`,
  },
  lateTransfers: {
    flow: 'virtual-account',
    scenario: (value) => `lateTransfers: ${value}, expires: 1m, transfers: [{ pay: "100%", after: 2m }]`,
  },
  'respond.status': { scenario: (value) => `respond: { status: ${value} }` },
  'respond.error': { scenario: (value) => `respond: { error: ${value} }` },
  'respond.httpStatus': { scenario: (value) => `respond: { httpStatus: ${value} }` },
  'respond.fault': {
    // A hang ends with its delay.
    scenario: (value) => `respond: { fault: ${value}, delay: ${value === 'hang' ? '50ms' : '1ms'} }`,
  },
  'webhook.release': { scenario: (value) => `webhook: { hold: 2, release: ${value} }` },
  'webhook.answers[]': { scenario: (value) => `webhook: { answers: [${value}] }` },
  'webhook.signature': { scenario: (value) => `webhook: { signature: ${value} }` },
  'webhook.signature[]': { scenario: (value) => `webhook: { signature: [${value}, valid] }` },
  'webhook.body': { scenario: (value) => `webhook: { body: ${value} }` },
}

/** What each word of a scenario makes different, by its path within the scenario. */
export const wordRows: Readonly<Record<string, WordRow>> = {
  ...ofKeys,
  ...Object.fromEntries(Object.entries(ofValues).flatMap(([key, row]) => rowsOf(key, row))),
}

function account(scenario: string, other: string): WordRow {
  return { flow: 'virtual-account', scenario, other }
}

/** Each value that the language has for a key against the next one, the last against the first. */
function rowsOf(key: string, { scenario, ...rest }: ValuesRow): [string, WordRow][] {
  const begins = `scenarios.*.${key}=`
  const values = language().flatMap((word) => (word.startsWith(begins) ? [word.slice(begins.length)] : []))
  return values.map((value, index) => {
    const next = values[(index + 1) % values.length] ?? ''
    return [`${key}=${value}`, { ...rest, scenario: scenario(value), other: scenario(next) }]
  })
}

/** Of each key of a match: one that holds for the request, and one that does not. */
export const matchRows: Readonly<
  Record<string, { readonly flow?: Flow; readonly holds: string; readonly fails: string }>
> = {
  ...Object.fromEntries(flows.flatMap(flowRows)),
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

/** A flow by its name, and in a list; the flow after it does not fit. */
function flowRows(flow: Flow, index: number) {
  const other = flows[(index + 1) % flows.length]
  return [
    [`flow=${flow}`, { flow, holds: `flow: ${flow}`, fails: `flow: ${other}` }],
    [`flow[]=${flow}`, { flow, holds: `flow: [${other}, ${flow}]`, fails: `flow: [${other}]` }],
  ] as const
}
