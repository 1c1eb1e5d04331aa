import { parseDuration } from '../../domain/duration.ts'
import { settlesBeforeReply } from '../compile/interpret-webhook.ts'
import type { PathDiagnostic } from '../files/diagnostic.ts'
import { parseDurationRange } from '../language/duration-range.ts'
import type { outcomes, WrittenScenario } from '../language/file.ts'

/** Keys that would do nothing, could not be, or deny each other, beside the others of their scenario; one for each key. */
export function contradictionsIn(written: WrittenScenario): readonly PathDiagnostic[] {
  const found = new Map<string, PathDiagnostic>()
  for (const { key, isThere, when, says } of rules) {
    if (found.has(key) || !isThere(written) || !when(written)) continue
    found.set(key, { path: key.split('.'), on: 'key', message: filled(says, written) })
  }
  if (!found.has('expires') && isOverTooSoon(written)) {
    const message = 'is over before the outcome comes; write a longer time, or a shorter after'
    found.set('expires', { path: ['expires'], on: 'key', message })
  }
  return [...found.values()]
}

type Condition = (written: WrittenScenario) => boolean

/** A key, what of its scenario makes it useless or impossible, and what is said then. */
interface Rule {
  readonly key: string
  readonly isThere: Condition
  readonly when: Condition
  readonly says: string
}

function rule(key: string, when: Condition, says: string): Rule {
  return { key, isThere: has(key), when, says }
}

/** The key is there; its path begins at the scenario, as in `webhook.copies`. */
function has(path: string): Condition {
  const keys = path.split('.')
  return (written) => keys.reduce<unknown>((value, key) => Object(value)[key], written) !== undefined
}

const refuses: Condition = ({ respond: { error, httpStatus, fault } = {} }) =>
  error !== undefined || httpStatus !== undefined || fault === 'drop-before-commit'
const answersCompleted: Condition = ({ respond }) => respond?.status === 'COMPLETED'
const comesBeforeReply: Condition = ({ webhook }) => webhook?.delay === 'before-reply'
const isTriggered: Condition = ({ webhook }) => webhook?.delay === 'before-reply' || typeof webhook?.delay === 'object'
const drops: Condition = ({ webhook }) => webhook?.drop === true
const isSentOnce: Condition = ({ webhook }) => (webhook?.copies ?? 1) === 1
const sendsNoAttempt: Condition = ({ webhook }) =>
  webhook?.answers?.every((answer) => answer !== 'real' && answer !== 'lost-ack') ?? false

/** The outcome is written, and is one of these. */
function ends(...names: readonly (typeof outcomes)[number][]): Condition {
  return ({ outcome }) => names.some((name) => name === outcome)
}

/** What a create call that stores nothing leaves without a transaction to happen to. */
const ofTransactions = [
  'after',
  'outcome',
  'otp',
  'transfers',
  'expires',
  'partialPayments',
  'lateTransfers',
  'webhook',
] as const
const ofSentWebhooks = [
  'copies',
  'spacing',
  'hold',
  'release',
  'answers',
  'signature',
  'body',
  'retry',
  'timeout',
] as const

/** What can be expected only where a webhook is sent. */
const webhookExpectations = [
  {
    key: 'expect.deliveries',
    isThere: ({ expect: { deliveries } = {} }: WrittenScenario) =>
      ((typeof deliveries === 'object' ? deliveries.gte : deliveries) ?? 0) >= 1,
  },
  { key: 'expect.ackedWithin', isThere: has('expect.ackedWithin') },
]

// Of several rules for a key the first that holds is reported.
const rules: readonly Rule[] = [
  rule('respond.httpStatus', has('respond.error'), 'cannot be together with error; leave one of the two out'),
  rule('respond.fault', has('respond.error'), 'cannot be together with error; leave one of the two out'),
  rule('respond.fault', has('respond.httpStatus'), 'cannot be together with httpStatus; leave one of the two out'),
  rule('respond.status', refuses, 'does nothing beside {refusal}, which stores no transaction; leave it out'),
  ...ofTransactions.map((key) =>
    rule(key, refuses, 'does nothing beside respond.{refusal}, which stores no transaction; leave it out'),
  ),
  rule(
    'transfers',
    ({ outcome, transfers = [] }) => outcome === 'expired' && transfers.length > 0,
    'cannot arrive when the outcome is expired; write transfers: [] or outcome: by-transfers',
  ),
  rule(
    'transfers',
    ({ outcome = 'by-transfers' }) => outcome !== 'expired' && outcome !== 'by-transfers',
    'do nothing when the outcome is {ends}; leave outcome out to follow the transfers',
  ),
  rule(
    'transfers',
    comesBeforeReply,
    'come after the reply, so the webhook cannot come before it; leave one of the two out',
  ),
  rule('after', has('transfers'), 'does nothing beside transfers, which have their own; leave it out'),
  rule('after', ends('expired'), 'does nothing when the outcome is expired; write expires instead'),
  rule('after', ends('never', 'by-hand'), 'does nothing when the outcome is {ends}; leave it out'),
  rule(
    'after',
    (written) => settlesBeforeReply(written) && written.after !== '0s',
    'is always 0 when respond.status is COMPLETED or the webhook comes before the reply; leave it out',
  ),
  rule(
    'otp',
    settlesBeforeReply,
    'is submitted after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  ),
  rule(
    'outcome',
    ({ outcome, otp }) => typeof outcome === 'object' && outcome.failed === 'otp_failed' && otp === undefined,
    'cannot be { failed: otp_failed } without an OTP; write otp: true beside it',
  ),
  rule('expires', ends('never'), 'does nothing when the outcome is never; leave it out, or write outcome: expired'),
  rule(
    'outcome',
    (written) => answersCompleted(written) && !ends('approved', 'by-transfers')(written),
    'cannot be {ends} when respond.status is COMPLETED; write outcome: approved',
  ),
  rule(
    'outcome',
    (written) => comesBeforeReply(written) && ends('never', 'by-hand', 'expired')(written),
    'cannot be {ends} when the webhook comes before the reply; write approved or { failed: <result> }',
  ),
  // Who acts by hand on a transaction without an end writes by-hand.
  rule('webhook', ends('never'), 'is never sent when the outcome is never; leave it out, or write by-hand'),
  ...ofSentWebhooks.map((key) => rule(`webhook.${key}`, drops, 'does nothing beside drop; leave it out')),
  rule(
    'webhook.delay',
    (written) => drops(written) && !comesBeforeReply(written),
    'does nothing beside drop; leave it out',
  ),
  rule('webhook.spacing', isSentOnce, 'does nothing without copies; write for example copies: 2'),
  rule(
    'webhook.release',
    ({ webhook }) => webhook?.hold === undefined,
    'does nothing without hold; write for example hold: 3',
  ),
  rule(
    'webhook.hold',
    isTriggered,
    'cannot be together with this delay; write a duration there, or leave one of the two out',
  ),
  rule('expect', refuses, 'is never checked: respond.{refusal} stores no transaction; leave it out'),
  rule(
    'expect.statusQueries',
    ends('never'),
    'cannot be met: outcome never has no final status; leave one of the two out',
  ),
  ...webhookExpectations.flatMap((expectation) => [
    { ...expectation, when: drops, says: 'cannot be met: webhook.drop sends nothing; leave one of the two out' },
    {
      ...expectation,
      when: ends('never'),
      says: 'cannot be met: outcome never has no final status, and so no webhook; leave one of the two out',
    },
    {
      ...expectation,
      when: sendsNoAttempt,
      says: 'cannot be met: no attempt of these answers is sent; add real or lost-ack to them, or leave one of the two out',
    },
  ]),
]

function isOverTooSoon(written: WrittenScenario): boolean {
  const { expires, outcome = 'approved', transfers, after = '3s' } = written
  if (expires === undefined || transfers !== undefined) return false
  const isFinalByItself = outcome === 'approved' || typeof outcome === 'object'
  const afterMs = settlesBeforeReply(written) ? 0 : parseDurationRange(after).maxMs
  return isFinalByItself && parseDuration(expires) <= afterMs
}

function filled(says: string, { outcome, transfers, respond = {} }: WrittenScenario): string {
  const usual = transfers === undefined ? 'approved' : 'by-transfers'
  const end = typeof outcome === 'object' ? '{ failed: ... }' : (outcome ?? usual)
  const refusal = respond.error !== undefined ? 'error' : respond.httpStatus !== undefined ? 'httpStatus' : 'fault'
  return says.replace('{ends}', end).replace('{refusal}', refusal)
}
