import type { SandboxMs } from '../domain/clock.ts'
import type { AccountPlan, LateTransfers, PartialPayments, Plan, Selector, Step } from '../domain/plan.ts'
import { builtInResult } from '../domain/result.ts'
import type { Intent } from '../domain/transaction.ts'
import type { DurationRange } from './duration-range.ts'
import { type OtpStory, otpCurrency, usualOtp } from './otp-story.ts'
import type { Scenario, Transfer } from './scenario.ts'
import { transferAmounts } from './transfer-amounts.ts'

/** What a plan is made of. */
export interface Planning {
  readonly scenario: Scenario
  readonly by: Selector
  readonly intent: Intent
  /** The moment of creation. */
  readonly now: SandboxMs
  readonly defaults: PlanDefaults
  /** A number in [0, 1) for a purpose, always the same for the same transaction and purpose (D18). */
  readonly random: (purpose: string) => number
}

/** The business's settings that a story may leave alone. */
export interface PlanDefaults {
  readonly accountLifetimeMs: number
  readonly partialPayments: PartialPayments
  readonly lateTransfers: LateTransfers
  /** Networks that send the customer an OTP (D26). */
  readonly smsOtp: readonly string[]
  readonly retryMs: readonly number[]
  readonly timeoutMs: number
}

/**
 * A `planFor` that gives the same object for the same story, as most transactions have: no times drawn, no transfers, no
 * OTP.
 */
export function createPlanner(): (planning: Planning) => Plan {
  const known = new WeakMap<Scenario, Map<Selector, { readonly defaults: PlanDefaults; readonly plan: Plan }>>()
  return (planning) => {
    const { scenario, by, intent, defaults } = planning
    const isDrawn = intent.flow === 'virtual-account' || scenario.after.minMs !== scenario.after.maxMs
    if (isDrawn || otpStory(planning) !== null) return planFor(planning)
    const plans = known.get(scenario) ?? new Map()
    const found = plans.get(by)
    if (found?.defaults === defaults) return found.plan
    const plan = planFor(planning)
    known.set(scenario, plans.set(by, { defaults, plan }))
    return plan
  }
}

/** The timed steps of one transaction, all of its story that the engine needs. */
export function planFor(planning: Planning): Plan {
  const { scenario, by, intent, defaults } = planning
  const isAccount = intent.flow === 'virtual-account'
  const otp = otpStory(planning)
  const { delayMs, retryMs, timeoutMs, faults } = scenario.webhook
  return {
    scenario: scenario.name,
    by,
    reply: scenario.reply,
    steps: isAccount ? accountSteps(planning) : otp ? otpSteps(planning, otp) : settleSteps(planning, 'creation'),
    account: isAccount ? accountPlan(planning) : null,
    otp: otp && { code: otp.code, attempts: otp.attempts, smsFee: otp.smsFee },
    webhook: { delayMs, retryMs: retryMs ?? defaults.retryMs, timeoutMs: timeoutMs ?? defaults.timeoutMs, faults },
    ...(scenario.expect === null ? {} : { expect: scenario.expect }),
  }
}

/** The OTP that a scenario asks for, or that the business's network sends (D26); an answer that is final needs none. */
function otpStory({ scenario, intent, defaults }: Planning): OtpStory | null {
  if (scenario.otp !== null) return scenario.otp
  const isOn = intent.flow === 'mobile-money' && intent.currency === otpCurrency
  return isOn && defaults.smsOtp.includes(intent.network) && scenario.reply.status !== 'COMPLETED' ? usualOtp : null
}

/** The debit goes on once the OTP is accepted, so `after` counts from there. */
function otpSteps(planning: Planning, { expiresMs }: OtpStory): readonly Step[] {
  const expiry: Step = { from: 'creation', afterMs: expiresMs, act: { act: 'expire', what: 'otp' } }
  return [expiry, ...settleSteps(planning, 'otp')]
}

function settleSteps(planning: Planning, from: Step['from']): readonly Step[] {
  const { outcome, after } = planning.scenario
  if (outcome.kind === 'never' || outcome.kind === 'by-hand') return []
  const result = outcome.kind === 'failed' ? outcome.result : builtInResult('approved')
  return [{ from, afterMs: pick(after, 'after', planning), act: { act: 'settle', result } }]
}

function accountSteps(planning: Planning): readonly Step[] {
  const { outcome } = planning.scenario
  if (outcome.kind === 'never') return []
  const story = outcome.kind === 'failed' ? settleSteps(planning, 'creation') : transferSteps(planning)
  const expiry: Step = { from: 'creation', afterMs: lifetimeMs(planning), act: { act: 'expire', what: 'account' } }
  // The sort is stable: a transfer at the very moment of expiry still arrives in time.
  return [...story, expiry].sort((one, other) => one.afterMs - other.afterMs)
}

function transferSteps(planning: Planning): readonly Step[] {
  const { intent } = planning
  const transfers = transfersOf(planning.scenario)
  const amounts = transferAmounts(
    transfers.map(({ pay }) => pay),
    intent.askedMinor,
    intent.currency,
  )
  return transfers.flatMap(({ after, senderName }, index): Step[] => {
    const amountMinor = amounts[index] ?? 0
    // A share of a small sum can round to nothing, and nobody transfers nothing.
    if (amountMinor === 0) return []
    const act = { act: 'transfer', amountMinor, senderName: senderName ?? intent.customer.accountName } as const
    return [{ from: 'creation', afterMs: pick(after, `transfer ${index + 1}`, planning), act }]
  })
}

function transfersOf({ outcome, transfers, after }: Scenario): readonly Transfer[] {
  if (outcome.kind === 'expired' || outcome.kind === 'by-hand') return []
  return transfers ?? [{ pay: { shareBasisPoints: 10_000 }, after, senderName: null }]
}

function accountPlan({ scenario, defaults }: Planning): AccountPlan {
  return {
    partialPayments: scenario.partialPayments ?? defaults.partialPayments,
    lateTransfers: scenario.lateTransfers ?? defaults.lateTransfers,
  }
}

function lifetimeMs({ scenario, defaults }: Pick<Planning, 'scenario' | 'defaults'>): number {
  return scenario.expiresMs ?? defaults.accountLifetimeMs
}

function pick({ minMs, maxMs }: DurationRange, purpose: string, { random }: Planning): number {
  return minMs === maxMs ? minMs : minMs + Math.floor(random(purpose) * (maxMs - minMs + 1))
}
