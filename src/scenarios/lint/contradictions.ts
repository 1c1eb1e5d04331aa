import { filled } from '../../text.ts'
import { settlesBeforeReply, usualAfter } from '../compile/interpret.ts'
import type { PathDiagnostic } from '../files/diagnostic.ts'
import { type outcomes, type ReadScenario, scenarioSchema } from '../language/file.ts'
import { valueAt } from '../language/path.ts'
import { webhookSchema } from '../language/webhook.ts'

/** Keys that have no effect, are impossible, or contradict others of their scenario; one diagnostic per key. */
export function contradictionsIn(read: ReadScenario): readonly PathDiagnostic[] {
  const found = new Map<string, PathDiagnostic>()
  for (const [key, when, says] of rules) {
    if (found.has(key) || !has(key)(read) || !when(read)) continue
    found.set(key, { path: key.split('.'), on: 'key', message: filled(says, holesIn(read)) })
  }
  return [...found.values()]
}

type Condition = (read: ReadScenario) => boolean

/** A key, the condition that makes it useless or impossible, and the message. */
type Rule = readonly [key: string, when: Condition, says: string]

/** True if the key is present; its path starts at the scenario: `webhook.copies`. */
function has(path: string): Condition {
  const keys = path.split('.')
  return (read) => valueAt(read, keys) !== undefined
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

function ends(...names: readonly (typeof outcomes)[number][]): Condition {
  return ({ outcome }) => names.some((name) => name === outcome)
}

/** Keys that have no effect if the create call stores nothing. */
const ofTransactions = scenarioSchema.omit({ summary: true, match: true, mix: true, respond: true, expect: true }).shape
const besideNoMix = scenarioSchema.omit({ summary: true, match: true, mix: true }).shape
const ofSentWebhooks = webhookSchema.omit({ delay: true, drop: true }).shape

const unsent: readonly (readonly [when: Condition, why: string])[] = [
  [drops, 'webhook.drop sends nothing; leave one of the two out'],
  [ends('never'), 'outcome never has no final status, and so no webhook; leave one of the two out'],
  [sendsNoAttempt, 'no attempt of these answers is sent; add real or lost-ack to them, or leave one of the two out'],
]
const expectsDelivery: Condition = ({ expect: { deliveries } = {} }) =>
  ((typeof deliveries === 'object' ? deliveries.gte : deliveries) ?? 0) >= 1

// Of several rules for a key the first that holds is reported.
const rules: readonly Rule[] = [
  ...Object.keys(besideNoMix).map(
    (key): Rule => [
      key,
      has('mix'),
      'cannot be beside mix, whose scenarios have lives of their own; leave one of the two out',
    ],
  ),
  ['respond.httpStatus', has('respond.error'), 'cannot be together with error; leave one of the two out'],
  ['respond.fault', has('respond.error'), 'cannot be together with error; leave one of the two out'],
  ['respond.fault', has('respond.httpStatus'), 'cannot be together with httpStatus; leave one of the two out'],
  ['respond.status', refuses, 'does nothing beside {refusal}, which stores no transaction; leave it out'],
  ...Object.keys(ofTransactions).map((key): Rule => {
    return [key, refuses, 'does nothing beside respond.{refusal}, which stores no transaction; leave it out']
  }),
  [
    'transfers',
    ({ outcome, transfers = [] }) => outcome === 'expired' && transfers.length > 0,
    'cannot arrive when the outcome is expired; write transfers: [] or outcome: by-transfers',
  ],
  [
    'transfers',
    ({ outcome = 'by-transfers' }) => outcome !== 'expired' && outcome !== 'by-transfers',
    'do nothing when the outcome is {ends}; leave outcome out to follow the transfers',
  ],
  [
    'transfers',
    comesBeforeReply,
    'come after the reply, so the webhook cannot come before it; leave one of the two out',
  ],
  ['after', has('transfers'), 'does nothing beside transfers, which have their own; leave it out'],
  ['after', ends('expired'), 'does nothing when the outcome is expired; write expires instead'],
  ['after', ends('never', 'by-hand'), 'does nothing when the outcome is {ends}; leave it out'],
  [
    'after',
    (read) => settlesBeforeReply(read) && read.after?.maxMs !== 0,
    'is always 0 when respond.status is COMPLETED or the webhook comes before the reply; leave it out',
  ],
  [
    'otp',
    settlesBeforeReply,
    'is submitted after the reply, so neither respond.status COMPLETED nor a webhook before the reply can be; leave one out',
  ],
  [
    'outcome',
    ({ outcome, otp }) => typeof outcome === 'object' && outcome.failed === 'otp_failed' && otp === undefined,
    'cannot be { failed: otp_failed } without an OTP; write otp: true beside it',
  ],
  ['expires', ends('never'), 'does nothing when the outcome is never; leave it out, or write outcome: expired'],
  ['expires', isOverTooSoon, 'is over before the outcome comes; write a longer time, or a shorter after'],
  [
    'outcome',
    (read) => answersCompleted(read) && !ends('approved', 'by-transfers')(read),
    'cannot be {ends} when respond.status is COMPLETED; write outcome: approved',
  ],
  [
    'outcome',
    (read) => comesBeforeReply(read) && ends('never', 'by-hand', 'expired')(read),
    'cannot be {ends} when the webhook comes before the reply; write approved or { failed: <result> }',
  ],
  // Who acts by hand on a transaction without an end writes by-hand.
  ['webhook', ends('never'), 'is never sent when the outcome is never; leave it out, or write by-hand'],
  ...Object.keys(ofSentWebhooks).map(
    (key): Rule => [`webhook.${key}`, drops, 'does nothing beside drop; leave it out'],
  ),
  ['webhook.delay', (read) => drops(read) && !comesBeforeReply(read), 'does nothing beside drop; leave it out'],
  ['webhook.spacing', isSentOnce, 'does nothing without copies; write for example copies: 2'],
  [
    'webhook.release',
    ({ webhook }) => webhook?.hold === undefined,
    'does nothing without hold; write for example hold: 3',
  ],
  [
    'webhook.hold',
    isTriggered,
    'cannot be together with this delay; write a duration there, or leave one of the two out',
  ],
  ['expect', refuses, 'is never checked: respond.{refusal} stores no transaction; leave it out'],
  ['expect.statusQueries', ends('never'), 'cannot be met: outcome never has no final status; leave one of the two out'],
  ...unsent.flatMap(([when, why]): Rule[] => [
    ['expect.deliveries', (read) => expectsDelivery(read) && when(read), `cannot be met: ${why}`],
    ['expect.ackedWithin', when, `cannot be met: ${why}`],
  ]),
]

function isOverTooSoon(read: ReadScenario): boolean {
  const { expires, outcome = 'approved', transfers, after = usualAfter } = read
  if (expires === undefined || transfers !== undefined) return false
  const isFinalByItself = outcome === 'approved' || typeof outcome === 'object'
  const afterMs = settlesBeforeReply(read) ? 0 : after.maxMs
  return isFinalByItself && expires <= afterMs
}

/** Values for the placeholders in the rules' messages. */
function holesIn({ outcome, transfers, respond = {} }: ReadScenario) {
  const usual = transfers === undefined ? 'approved' : 'by-transfers'
  const ends = typeof outcome === 'object' ? '{ failed: ... }' : (outcome ?? usual)
  const refusal = respond.error !== undefined ? 'error' : respond.httpStatus !== undefined ? 'httpStatus' : 'fault'
  return { ends, refusal }
}
