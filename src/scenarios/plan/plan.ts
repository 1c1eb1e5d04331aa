import { parseDuration } from '../../domain/duration.ts'
import type { AccountPlan, DrawnMix, Plan, Selector, Step, WebhookPlan } from '../../domain/plan.ts'
import { flowHas } from '../../domain/transaction.ts'
import type { DurationRange } from '../language/duration-range.ts'
import { type Opening, openSteps, otpScenario } from './open-steps.ts'

export interface Planning extends Opening {
  readonly by: Selector
  readonly mix?: DrawnMix
  /** A number in [0, 1) for a purpose, always the same for the same transaction and purpose (D18). */
  readonly random: (purpose: string) => number
}

export function planFor(planning: Planning): Plan {
  const { scenario, by, mix, intent } = planning
  const otp = otpScenario(planning)
  return {
    scenario: scenario.name,
    by,
    ...(mix && { mix }),
    reply: scenario.reply,
    steps: drawnSteps(planning),
    account: flowHas(intent.flow, 'account') ? accountPlan(planning) : null,
    otp: otp && { code: otp.code, attempts: otp.attempts, smsFee: otp.smsFee },
    webhook: webhookPlan(planning),
    ...(scenario.expect === null ? {} : { expect: scenario.expect }),
  }
}

/** The sort is stable: a transfer at the very moment of expiry still arrives in time. */
function drawnSteps(planning: Planning): readonly Step[] {
  const steps = openSteps(planning).map(({ from, after, purpose, act }): Step => {
    return { from, afterMs: pick(after, purpose, planning), act }
  })
  return flowHas(planning.intent.flow, 'account') ? steps.sort((one, other) => one.afterMs - other.afterMs) : steps
}

function accountPlan({ scenario, settings }: Planning): AccountPlan {
  return {
    partialPayments: scenario.partialPayments ?? settings.partialPayments,
    lateTransfers: scenario.lateTransfers ?? settings.lateTransfers,
  }
}

function webhookPlan({ scenario, settings }: Planning): WebhookPlan {
  const { delayMs, retryMs, timeoutMs, faults } = scenario.webhook
  return {
    delayMs,
    retryMs: retryMs ?? settings.retry.map(parseDuration),
    timeoutMs: timeoutMs ?? parseDuration(settings.timeout),
    faults,
  }
}

function pick({ minMs, maxMs }: DurationRange, purpose: string, { random }: Planning): number {
  return minMs === maxMs ? minMs : minMs + Math.floor(random(purpose) * (maxMs - minMs + 1))
}
