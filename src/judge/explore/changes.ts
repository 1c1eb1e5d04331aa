import type { Plan } from '../../domain/plan.ts'
import {
  copied,
  delayed,
  faultsOf,
  finalStep,
  held,
  hourMs,
  isAtOnce,
  settledAtOnce,
  settledOnQuery,
  withFaults,
  withLostReply,
} from './changed-plan.ts'
import {
  cameTogether,
  endedOnQuery,
  firstAttempt,
  isBefore,
  type Seen,
  sentIn,
  wasAccepted,
  wasPending,
} from './seen.ts'

interface ChangeRule {
  /** What happens to "transaction 1" (`of`) and its webhook, as the end of "The test fails when ...". */
  readonly sentence: (of: string) => string
  /** What it asks of the merchant's code, and where the specification says so. */
  readonly demands: string
  readonly advice: string
  /** The transaction's plan with this change, or null if the change cannot happen to it. */
  readonly apply: (plan: Plan, order: number) => Plan | null
  /** The plan of the transaction after it, if the change is about both. */
  readonly applyToNext?: (plan: Plan, order: number) => Plan | null
  /** True if it has happened: the merchant could see it. */
  readonly happened: (seen: Seen) => boolean
  /** Without a webhook the merchant could never learn how the transaction ended. */
  readonly needsWebhook?: true
  /** What happens at one moment: one play can pass although the code is wrong. */
  readonly isRace?: true
  /** It puts something off, until the test moves the time so far or the run goes idle. */
  readonly isLate?: true
}

/** A copy of a webhook credits nothing. */
export const creditOnce = {
  demands: 'credit once (spec 6 (6), D36)',
  advice:
    'Find the order by its reference, and mark it paid and credit it in one step that only an open order passes. Answer 2xx to every copy.',
}

/** The changes, in the order of trying. Statuses, results, amounts and bodies stay as the test asked. */
export const changes = {
  'webhook-twice': {
    sentence: (of) => `the webhook of ${of} comes twice`,
    ...creditOnce,
    apply: (plan) => copied(plan, { pace: 'one-by-one' }),
    happened: ({ deliveries }) => sentIn(deliveries) > 1 && wasAccepted(deliveries),
  },
  'webhook-twice-at-once': {
    sentence: (of) => `the webhook of ${of} comes twice at once`,
    ...creditOnce,
    apply: (plan) => copied(plan, {}),
    happened: ({ deliveries }) => sentIn(deliveries) > 1 && wasAccepted(deliveries),
    isRace: true,
  },
  'webhook-again-later': {
    sentence: (of) => `the webhook of ${of} comes again a day later`,
    ...creditOnce,
    apply: (plan) => copied(plan, { spacingMs: 24 * hourMs }),
    happened: ({ deliveries }) => sentIn(deliveries) > 1 && wasAccepted(deliveries),
    isLate: true,
  },
  'webhook-before-reply': {
    sentence: (of) => `the webhook of ${of} comes before the reply`,
    demands: 'know the order by its reference (spec 6 (2))',
    advice:
      'Store the order with its reference before the create call, and find it by that reference. The id of the transaction may not be known yet.',
    apply: settledAtOnce,
    happened: ({ deliveries }) => sentIn(deliveries) > 0,
  },
  'webhook-before-status-reply': {
    sentence: (of) => `the webhook of ${of} comes during a status query`,
    demands: 'decide once, whichever comes first (spec 6 (5), (6))',
    advice:
      'Read the order again after a status query, or change it in one step that only an open order passes: the webhook may have ended it meanwhile.',
    apply: settledOnQuery,
    happened: (seen) => sentIn(seen.deliveries) > 0 && endedOnQuery(seen),
    isRace: true,
  },
  'webhook-late': {
    sentence: (of) => `the webhook of ${of} comes an hour late`,
    demands: 'ask, or wait; never fail the order without asking (spec 6 (5))',
    advice:
      'Leave an order open until its webhook or a status query says how it ended. Do not fail it after a time of your own.',
    apply: delayed,
    happened: ({ deliveries }) => wasAccepted(deliveries),
    isLate: true,
  },
  together: {
    sentence: (of) => `the webhook of ${of} and the next one come at the same moment`,
    demands: 'add to a balance in one step (spec 6 (6))',
    advice:
      'Change a balance in one statement that adds to it, such as SET balance = balance + ?, and never write back a sum that was read before.',
    apply: (plan, order) => held(plan, { release: 'in-order', group: `together ${order}`, atOnce: true }),
    applyToNext: (plan, order) => held(plan, { release: 'in-order', group: `together ${order}`, atOnce: true }),
    happened: ({ timeline, next }) => cameTogether(timeline, next),
    isLate: true,
    isRace: true,
  },
  reversed: {
    sentence: (of) => `the webhook of ${of} and the next one come in reverse`,
    demands: 'not rely on the order of webhooks (spec 6 (6))',
    advice: 'Decide each order by its own webhook. Webhooks of different orders can come in any order.',
    apply: (plan, order) => held(plan, { release: 'last-first', group: `reversed ${order}` }),
    applyToNext: (plan, order) => held(plan, { release: 'last-first', group: `reversed ${order}` }),
    happened: ({ timeline, next }) => isBefore(firstAttempt(next), firstAttempt(timeline)),
    isLate: true,
  },
  'lost-ack': {
    sentence: (of) => `the acknowledgement of the webhook of ${of} is lost`,
    ...creditOnce,
    apply: (plan) =>
      faultsOf(plan).answers.length === 0 && plan.webhook.retryMs.length > 0
        ? withFaults(plan, { answers: ['lost-ack', 'real'] })
        : null,
    happened: ({ deliveries }) =>
      deliveries.some(({ attempts }) => attempts.some(({ outcome }) => outcome?.lostStatus !== undefined)),
  },
  'other-bytes': {
    sentence: (of) => `the webhook of ${of} comes in other bytes`,
    demands: 'verify the bytes that came (D34)',
    advice:
      'Verify the signature over the bytes of the body as they came, before you parse them. The same JSON can come with other white space and escapes.',
    apply: (plan) => (faultsOf(plan).body === 'exact' ? withFaults(plan, { body: 'other-bytes' }) : null),
    happened: ({ deliveries }) => sentIn(deliveries) > 0,
  },
  'lost-reply': {
    sentence: (of) => `the reply to the create call of ${of} is lost`,
    demands: 'repeat with the same reference; never charge again under a new one (spec 6 (5), 8 (2))',
    advice:
      'Repeat the create call with the same reference, and take "Duplicate reference" for "it is stored". Never charge again under a new reference.',
    apply: withLostReply,
    needsWebhook: true,
    happened: ({ timeline }) => timeline.some(({ kind }) => kind === 'reply_faulted'),
  },
  'slow-reply': {
    sentence: (of) => `the reply to the create call of ${of} comes after its final status`,
    demands: 'not take a time-out for a failure (spec 6 (5))',
    advice:
      'Take a time-out of the create call for "not known", and wait for the webhook or repeat the call. The transaction may be final already.',
    apply: (plan) => (plan.reply.fault === undefined && finalStep(plan) !== null && !isAtOnce(plan) ? plan : null),
    happened: ({ isReplySlow }) => isReplySlow,
  },
  'pending-first': {
    sentence: (of) => `status queries of ${of} answer PENDING first`,
    demands: 'go on asking (spec 3, 6 (5))',
    advice: 'Go on asking while the status is PENDING. Only COMPLETED and FAILED end an order.',
    apply: (plan) => (plan.reply.status === 'COMPLETED' ? null : { ...plan, pendingMs: 30_000 }),
    happened: ({ timeline }) => wasPending(timeline),
    isLate: true,
  },
  'status-fails': {
    sentence: (of) => `status queries of ${of} fail twice`,
    demands: 'not take an error for FAILED (spec 3, 6 (5))',
    advice: 'Leave the order open if a status query is answered with an error or not at all, and ask again later.',
    apply: (plan) => ({ ...plan, queriesFail: true }),
    happened: ({ timeline }) => timeline.some((one) => one.kind === 'status_queried' && one.fault !== undefined),
  },
} satisfies Record<string, ChangeRule>

export type ChangeName = keyof typeof changes
export const changeNames = Object.keys(changes) as readonly ChangeName[]

export function ruleOf(change: ChangeName): ChangeRule {
  return changes[change]
}
