import type { Plan, Step } from '../domain/plan.ts'
import { noFaults, type WebhookFaults } from '../domain/webhook-faults.ts'

/** One way to change when, or how often, the merchant sees a transaction. */
interface ChangeRule {
  /** What happens to "transaction 1" (`of`) and its webhook, as the end of "The test fails when ...". */
  readonly sentence: (of: string) => string
  /** What it asks of the merchant's code, and where the specification says so. */
  readonly demands: string
  /** The plan of the transaction with this change, or null if it cannot happen to the transaction. */
  readonly apply: (plan: Plan, order: number) => Plan | null
  /** The sandbox moves the clock of the business as far as this change needs. */
  readonly movesClock?: true
}

/** What can be changed, in the order in which it is tried. Statuses, results, amounts and bodies stay as the test asked. */
export const changes = {
  'webhook-twice': {
    sentence: (of) => `the webhook of ${of} comes twice`,
    demands: 'credit once (spec 6 (6), D36)',
    apply: (plan) => copied(plan, { pace: 'one-by-one' }),
  },
  'webhook-twice-at-once': {
    sentence: (of) => `the webhook of ${of} comes twice at once`,
    demands: 'credit once (spec 6 (6), D36)',
    apply: (plan) => copied(plan, { pace: 'at-once' }),
  },
  'webhook-again-later': {
    sentence: (of) => `the webhook of ${of} comes again a day later`,
    demands: 'credit once (spec 6 (6), D36)',
    apply: (plan) => copied(plan, { spacingMs: 24 * hourMs }),
    movesClock: true,
  },
  'webhook-before-reply': {
    sentence: (of) => `the webhook of ${of} comes before the reply`,
    demands: 'know the order by its reference (spec 6 (2))',
    apply: settledAtOnce,
  },
  'webhook-late': {
    sentence: (of) => `the webhook of ${of} comes an hour late`,
    demands: 'ask, or wait; never fail the order by itself (spec 6 (5))',
    apply: (plan) =>
      faultsOf(plan).trigger === null && faultsOf(plan).hold === null
        ? withWebhook(plan, { delayMs: plan.webhook.delayMs + hourMs })
        : null,
    movesClock: true,
  },
  'lost-ack': {
    sentence: (of) => `the acknowledgement of the webhook of ${of} is lost`,
    demands: 'credit once (spec 6 (6), D36)',
    apply: (plan) =>
      faultsOf(plan).answers.length === 0 && plan.webhook.retryMs.length > 0
        ? withFaults(plan, { answers: ['lost-ack', 'real'] })
        : null,
  },
  'lost-reply': {
    sentence: (of) => `the reply to the create call of ${of} is lost`,
    demands: 'repeat with the same reference; never charge again under a new one (spec 6 (5), 8 (2))',
    apply: (plan) =>
      plan.reply.fault === undefined ? { ...plan, reply: { ...plan.reply, fault: 'drop-after-commit' } } : null,
  },
  'slow-reply': {
    sentence: (of) => `the reply to the create call of ${of} comes after its final status`,
    demands: 'not take a time-out for a failure (spec 6 (5))',
    apply: (plan) => (plan.reply.fault === undefined && finalStep(plan) !== null && !isAtOnce(plan) ? plan : null),
    movesClock: true,
  },
  'pending-first': {
    sentence: (of) => `status queries of ${of} answer PENDING first`,
    demands: 'go on asking (spec 3, 6 (5))',
    apply: (plan) => (plan.reply.status === 'COMPLETED' ? null : { ...plan, pendingMs: 30_000 }),
    movesClock: true,
  },
  reversed: {
    sentence: (of) => `the webhook of ${of} and the next one come in reverse`,
    demands: 'not rely on the order of webhooks (spec 6 (6))',
    apply: (plan, order) => held(plan, order),
  },
} satisfies Record<string, ChangeRule>

export type ChangeName = keyof typeof changes
export const changeNames = Object.keys(changes) as readonly ChangeName[]

/** A change by its name. */
export function ruleOf(change: ChangeName): ChangeRule {
  return changes[change]
}

const hourMs = 3_600_000

/** The webhook of transaction `order` waits for the webhook of the next transaction, which is sent first. */
export function held(plan: Plan, order: number): Plan | null {
  const { trigger, hold, copies } = faultsOf(plan)
  if (trigger !== null || hold !== null || copies > 1) return null
  return withFaults(plan, { hold: { count: 2, release: 'last-first', group: `reversed ${order}` } })
}

/** The step that ends a transaction without an act of the test; null if there is none. */
export function finalStep({ steps, otp }: Plan): Step | null {
  if (otp !== null) return null
  return steps.filter(({ from, act }) => from === 'creation' && act.act !== 'expire').at(-1) ?? null
}

function copied(plan: Plan, how: Partial<WebhookFaults>): Plan | null {
  const { copies, hold } = faultsOf(plan)
  return copies > 1 || hold !== null ? null : withFaults(plan, { copies: 2, ...how })
}

function settledAtOnce(plan: Plan): Plan | null {
  const { trigger, hold } = faultsOf(plan)
  const [first, ...others] = plan.steps
  if (trigger !== null || hold !== null || plan.otp !== null || first === undefined || first !== finalStep(plan))
    return null
  const atOnce = { ...plan, steps: [{ ...first, afterMs: 0 }, ...others] }
  return withFaults(withWebhook(atOnce, { delayMs: 0 }), { trigger: 'before-reply' })
}

function isAtOnce(plan: Plan): boolean {
  return plan.reply.status === 'COMPLETED' || faultsOf(plan).trigger === 'before-reply'
}

function faultsOf({ webhook }: Plan): WebhookFaults {
  return webhook.faults ?? noFaults
}

function withWebhook(plan: Plan, change: Partial<Plan['webhook']>): Plan | null {
  return faultsOf(plan).drop ? null : { ...plan, webhook: { ...plan.webhook, ...change } }
}

function withFaults(plan: Plan | null, change: Partial<WebhookFaults>): Plan | null {
  return plan && withWebhook(plan, { faults: { ...faultsOf(plan), ...change } })
}
