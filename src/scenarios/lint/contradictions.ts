import { parseDuration } from '../../domain/duration.ts'
import { settlesBeforeReply } from '../compile/interpret-webhook.ts'
import type { PathDiagnostic } from '../files/diagnostic.ts'
import {
  all,
  any,
  type Condition,
  has,
  is,
  isAtLeast,
  isFilled,
  isMap,
  type JsonSchema,
  names,
  not,
} from '../language/condition.ts'
import { parseDurationRange } from '../language/duration-range.ts'
import { outcomes, type WrittenScenario } from '../language/file.ts'

/** Keys that would do nothing, could not be, or deny each other, beside the others of their scenario; one for each key. */
export function contradictionsIn(written: WrittenScenario): readonly PathDiagnostic[] {
  const found = new Map<string, PathDiagnostic>()
  for (const { key, isThere, when, says } of rules) {
    if (found.has(key) || !isThere.holds(written) || !when.holds(written)) continue
    found.set(key, { path: key.split('.'), on: 'key', message: filled(says, written) })
  }
  if (!found.has('expires') && isOverTooSoon(written)) {
    const message = 'is over before the outcome comes; write a longer time, or a shorter after'
    found.set('expires', { path: ['expires'], on: 'key', message })
  }
  return [...found.values()]
}

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

const refuses = any(has('respond.error'), has('respond.httpStatus'), is('respond.fault', 'drop-before-commit'))
const answersCompleted = is('respond.status', 'COMPLETED')
const isAtOnce = any(answersCompleted, is('webhook.delay', 'before-reply'))
const isExpired = is('outcome', 'expired')
const followsTransfers = any(is('outcome', 'by-transfers'), not(has('outcome')))

const drops = is('webhook.drop', true)
const isSentOnce = any(not(has('webhook.copies')), is('webhook.copies', 1))
const sendsNoAttempt = all(has('webhook.answers'), not(names('webhook.answers', 'real', 'lost-ack')))
const isTriggered = any(is('webhook.delay', 'before-reply'), isMap('webhook.delay'))

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
    isThere: any(isAtLeast('expect.deliveries', 1), isAtLeast('expect.deliveries.gte', 1)),
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
    all(isExpired, isFilled('transfers')),
    'cannot arrive when the outcome is expired; write transfers: [] or outcome: by-transfers',
  ),
  rule(
    'transfers',
    not(any(isExpired, followsTransfers)),
    'do nothing when the outcome is {ends}; leave outcome out to follow the transfers',
  ),
  rule(
    'transfers',
    is('webhook.delay', 'before-reply'),
    'come after the reply, so the webhook cannot come before it; leave one of the two out',
  ),
  rule('after', has('transfers'), 'does nothing beside transfers, which have their own; leave it out'),
  rule('after', isExpired, 'does nothing when the outcome is expired; write expires instead'),
  rule('after', is('outcome', 'never', 'by-hand'), 'does nothing when the outcome is {ends}; leave it out'),
  rule(
    'after',
    all(isAtOnce, not(is('after', '0s'))),
    'is always 0 when respond.status is COMPLETED or the webhook comes before the reply; leave it out',
  ),
  rule(
    'otp',
    isAtOnce,
    'is submitted after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  ),
  rule(
    'outcome',
    all(is('outcome.failed', 'otp_failed'), not(has('otp'))),
    'cannot be { failed: otp_failed } without an OTP; write otp: true beside it',
  ),
  rule(
    'expires',
    is('outcome', 'never'),
    'does nothing when the outcome is never; leave it out, or write outcome: expired',
  ),
  rule(
    'outcome',
    all(answersCompleted, not(is('outcome', 'approved', 'by-transfers'))),
    'cannot be {ends} when respond.status is COMPLETED; write outcome: approved',
  ),
  rule(
    'outcome',
    all(is('webhook.delay', 'before-reply'), is('outcome', 'never', 'by-hand', 'expired')),
    'cannot be {ends} when the webhook comes before the reply; write approved or { failed: <result> }',
  ),
  // Who acts by hand on a transaction without an end writes by-hand.
  rule('webhook', is('outcome', 'never'), 'is never sent when the outcome is never; leave it out, or write by-hand'),
  ...ofSentWebhooks.map((key) => rule(`webhook.${key}`, drops, 'does nothing beside drop; leave it out')),
  rule('webhook.delay', all(drops, not(is('webhook.delay', 'before-reply'))), 'does nothing beside drop; leave it out'),
  rule('webhook.spacing', isSentOnce, 'does nothing without copies; write for example copies: 2'),
  rule('webhook.release', not(has('webhook.hold')), 'does nothing without hold; write for example hold: 3'),
  rule(
    'webhook.hold',
    isTriggered,
    'cannot be together with this delay; write a duration there, or leave one of the two out',
  ),
  rule('expect', refuses, 'is never checked: respond.{refusal} stores no transaction; leave it out'),
  rule(
    'expect.statusQueries',
    is('outcome', 'never'),
    'cannot be met: outcome never has no final status; leave one of the two out',
  ),
  ...webhookExpectations.flatMap((expectation) => [
    { ...expectation, when: drops, says: 'cannot be met: webhook.drop sends nothing; leave one of the two out' },
    {
      ...expectation,
      when: is('outcome', 'never'),
      says: 'cannot be met: outcome never has no final status, and so no webhook; leave one of the two out',
    },
    {
      ...expectation,
      when: sendsNoAttempt,
      says: 'cannot be met: no attempt of these answers is sent; add real or lost-ack to them, or leave one of the two out',
    },
  ]),
]

/** What the JSON Schema of a scenario says of these rules, those with one reason together. */
export const contradictionSchemas: readonly JsonSchema[] = [...new Set(rules.map(({ when }) => when))].map((reason) => {
  const keys = rules.filter(({ when }) => when === reason).map(({ isThere }) => isThere)
  return not(all(any(...keys), reason)).schema
})

/** JSON Schema cannot compare times, so this is the loader's own rule. */
function isOverTooSoon(written: WrittenScenario): boolean {
  const { expires, outcome = 'approved', transfers, after = '3s' } = written
  if (expires === undefined || transfers !== undefined) return false
  const isFinalByItself = outcome === 'approved' || typeof outcome === 'object'
  const afterMs = settlesBeforeReply(written) ? 0 : parseDurationRange(after).maxMs
  return isFinalByItself && parseDuration(expires) <= afterMs
}

function filled(says: string, written: WrittenScenario): string {
  const isFailed = isMap('outcome').holds(written)
  const [ends = 'approved'] = outcomes.filter((outcome) => is('outcome', outcome).holds(written))
  const usual = has('outcome').holds(written) || !has('transfers').holds(written) ? ends : 'by-transfers'
  const refusal = ['error', 'httpStatus', 'fault'].find((key) => has(`respond.${key}`).holds(written))
  return says.replace('{ends}', isFailed ? '{ failed: ... }' : usual).replace('{refusal}', refusal ?? 'error')
}
