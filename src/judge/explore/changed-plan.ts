import type { Plan, Step } from '../../domain/plan.ts'
import { type Hold, noFaults, type WebhookFaults } from '../../domain/webhook-faults.ts'

export const hourMs = 3_600_000

/** Holds the webhook of a transaction until the next transaction's webhook is due. */
export function held(plan: Plan, hold: Omit<Hold, 'count'>): Plan | null {
  if (isWebhookMoved(plan) || faultsOf(plan).copies > 1) return null
  return withFaults(plan, { hold: { count: 2, ...hold } })
}

/** The step that ends a transaction without an act by the test; null for none. */
export function finalStep({ steps, otp }: Plan): Step | null {
  if (otp !== null) return null
  return steps.filter(({ from, act }) => from === 'creation' && act.act !== 'expire').at(-1) ?? null
}

export function copied(plan: Plan, how: Partial<WebhookFaults>): Plan | null {
  const { copies, hold } = faultsOf(plan)
  return copies > 1 || hold !== null ? null : withFaults(plan, { copies: 2, ...how })
}

export function settledAtOnce(plan: Plan): Plan | null {
  const [first, ...others] = plan.steps
  if (isWebhookMoved(plan) || plan.otp !== null || first === undefined || first !== finalStep(plan)) return null
  const atOnce = { ...plan, steps: [{ ...first, afterMs: 0 }, ...others] }
  return withFaults(withWebhook(atOnce, { delayMs: 0 }), { trigger: 'before-reply' })
}

export function settledOnQuery(plan: Plan): Plan | null {
  const [first] = plan.steps
  const isSole = first !== undefined && first === finalStep(plan) && !isAtOnce(plan)
  if (isWebhookMoved(plan) || !isSole) return null
  return withWebhook({ ...plan, settlesOnQuery: true }, { delayMs: 0 })
}

/** If the reply is lost, the customer never gets the number of a virtual account, so no transfer comes. */
export function withLostReply(plan: Plan): Plan | null {
  if (plan.reply.fault !== undefined) return null
  const steps = plan.account === null ? plan.steps : plan.steps.filter(({ act }) => act.act !== 'transfer')
  return withWebhook({ ...plan, steps, reply: { ...plan.reply, fault: 'drop-after-commit' } }, {})
}

export function delayed(plan: Plan): Plan | null {
  return isWebhookMoved(plan) ? null : withWebhook(plan, { delayMs: plan.webhook.delayMs + hourMs })
}

/** True if the webhook comes at a moment of its own already: at a reply, during a query, or with another transaction's. */
function isWebhookMoved(plan: Plan): boolean {
  const { trigger, hold } = faultsOf(plan)
  return trigger !== null || hold !== null || plan.settlesOnQuery === true
}

export function isAtOnce(plan: Plan): boolean {
  return plan.reply.status === 'COMPLETED' || faultsOf(plan).trigger === 'before-reply'
}

export function faultsOf({ webhook }: Plan): WebhookFaults {
  return webhook.faults ?? noFaults
}

function withWebhook(plan: Plan, change: Partial<Plan['webhook']>): Plan | null {
  return faultsOf(plan).drop ? null : { ...plan, webhook: { ...plan.webhook, ...change } }
}

export function withFaults(plan: Plan | null, change: Partial<WebhookFaults>): Plan | null {
  return plan && withWebhook(plan, { faults: { ...faultsOf(plan), ...change } })
}
