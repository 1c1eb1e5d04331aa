import type { SandboxMs } from '../../domain/clock.ts'
import { parseDuration } from '../../domain/duration.ts'
import type { AccountPlan, Plan, Selector, Step } from '../../domain/plan.ts'
import type { Settings } from '../../domain/settings.ts'
import type { DurationRange } from '../language/duration-range.ts'
import type { Scenario } from '../scenario.ts'
import { openSteps, otpScenario, type Planned } from './open-steps.ts'

/** What a plan is made of. */
export interface Planning {
  readonly scenario: Scenario
  readonly by: Selector
  readonly intent: Planned
  /** The moment of creation. */
  readonly now: SandboxMs
  readonly defaults: PlanDefaults
  /** A number in [0, 1) for a purpose, always the same for the same transaction and purpose (D18). */
  readonly random: (purpose: string) => number
}

/** The timed steps of one transaction, and all else of its scenario that the engine needs. */
export function planFor(planning: Planning): Plan {
  const { scenario, by, intent, defaults } = planning
  const otp = otpScenario(planning)
  const { delayMs, retryMs, timeoutMs, faults } = scenario.webhook
  return {
    scenario: scenario.name,
    by,
    reply: scenario.reply,
    steps: drawnSteps(planning),
    account: intent.flow === 'virtual-account' ? accountPlan(planning) : null,
    otp: otp && { code: otp.code, attempts: otp.attempts, smsFee: otp.smsFee },
    webhook: { delayMs, retryMs: retryMs ?? defaults.retryMs, timeoutMs: timeoutMs ?? defaults.timeoutMs, faults },
    ...(scenario.expect === null ? {} : { expect: scenario.expect }),
  }
}

/**
 * A `planFor` that gives the same object for the same scenario, as most transactions have: no times drawn, no transfers,
 * no OTP.
 */
export function createPlanner(): (planning: Planning) => Plan {
  const known = new WeakMap<Scenario, Map<Selector, { readonly defaults: PlanDefaults; readonly plan: Plan }>>()
  return (planning) => {
    const { scenario, by, intent, defaults } = planning
    const isDrawn = intent.flow === 'virtual-account' || scenario.after.minMs !== scenario.after.maxMs
    if (isDrawn || otpScenario(planning) !== null) return planFor(planning)
    const plans = known.get(scenario) ?? new Map()
    const found = plans.get(by)
    if (found?.defaults === defaults) return found.plan
    const plan = planFor(planning)
    known.set(scenario, plans.set(by, { defaults, plan }))
    return plan
  }
}

/** The business's settings that a scenario may leave alone. */
export type PlanDefaults = Readonly<ReturnType<typeof planDefaultsOf>>

/** What scenarios leave to the settings. */
export function planDefaultsOf(settings: Settings) {
  return {
    accountLifetimeMs: parseDuration(settings.accountLifetime),
    partialPayments: settings.partialPayments,
    lateTransfers: settings.lateTransfers,
    smsOtp: settings.smsOtp,
    retryMs: settings.retry.map(parseDuration),
    timeoutMs: parseDuration(settings.timeout),
  }
}

/** A `planDefaultsOf` that works each settings out once. */
export function createPlanDefaults(): (settings: Settings) => PlanDefaults {
  const known = new WeakMap<Settings, PlanDefaults>()
  return (settings) => {
    const defaults = known.get(settings) ?? planDefaultsOf(settings)
    known.set(settings, defaults)
    return defaults
  }
}

/** The sort is stable: a transfer at the very moment of expiry still arrives in time. */
function drawnSteps(planning: Planning): readonly Step[] {
  const steps = openSteps(planning).map(({ from, after, purpose, act }): Step => {
    return { from, afterMs: pick(after, purpose, planning), act }
  })
  return planning.intent.flow === 'virtual-account' ? steps.sort((one, other) => one.afterMs - other.afterMs) : steps
}

function accountPlan({ scenario, defaults }: Planning): AccountPlan {
  return {
    partialPayments: scenario.partialPayments ?? defaults.partialPayments,
    lateTransfers: scenario.lateTransfers ?? defaults.lateTransfers,
  }
}

function pick({ minMs, maxMs }: DurationRange, purpose: string, { random }: Planning): number {
  return minMs === maxMs ? minMs : minMs + Math.floor(random(purpose) * (maxMs - minMs + 1))
}
