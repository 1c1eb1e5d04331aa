import type { SandboxMs } from '../../domain/clock.ts'
import type { AccountPlan, LateTransfers, PartialPayments, Plan, Selector, Step } from '../../domain/plan.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Intent } from '../../domain/transaction.ts'
import { type OtpScenario, otpCurrency, usualOtp } from '../compile/otp-defaults.ts'
import type { DurationRange } from '../language/duration-range.ts'
import type { Scenario, Transfer } from '../scenario.ts'
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
  const otp = otpStory(planning)
  const { delayMs, retryMs, timeoutMs, faults } = scenario.webhook
  return {
    scenario: scenario.name,
    by,
    reply: scenario.reply,
    steps: drawn(planning),
    account: intent.flow === 'virtual-account' ? accountPlan(planning) : null,
    otp: otp && { code: otp.code, attempts: otp.attempts, smsFee: otp.smsFee },
    webhook: { delayMs, retryMs: retryMs ?? defaults.retryMs, timeoutMs: timeoutMs ?? defaults.timeoutMs, faults },
    ...(scenario.expect === null ? {} : { expect: scenario.expect }),
  }
}

/** The OTP that a scenario asks for, or that the business's network sends (D26); an answer that is final needs none. */
function otpStory({ scenario, intent, defaults }: Opening): OtpScenario | null {
  if (scenario.otp !== null) return scenario.otp
  const isOn = intent.flow === 'mobile-money' && intent.currency === otpCurrency
  return isOn && defaults.smsOtp.includes(intent.network) && scenario.reply.status !== 'COMPLETED' ? usualOtp : null
}

/** A step whose moment the seed has not drawn yet. */
export type OpenStep = Omit<Step, 'afterMs'> & {
  readonly after: DurationRange
  /** What the draw is for. */
  readonly purpose: string
}

/** What opening steps needs of a planning: all but the draws. */
export type Opening = Pick<Planning, 'scenario' | 'intent' | 'defaults'>

/** The steps of a story before anything is drawn, in the order of their earliest moments. */
export function openSteps(opening: Opening): readonly OpenStep[] {
  return undrawn(opening).toSorted(inOrder)
}

function undrawn(opening: Opening): readonly OpenStep[] {
  if (opening.intent.flow === 'virtual-account') return accountSteps(opening)
  const otp = otpStory(opening)
  return otp === null ? settleSteps(opening, 'creation') : otpSteps(opening, otp)
}

/** The sort is stable: a transfer at the very moment of expiry still arrives in time. */
function drawn(planning: Planning): readonly Step[] {
  const steps = undrawn(planning).map(({ from, after, purpose, act }): Step => {
    return { from, afterMs: pick(after, purpose, planning), act }
  })
  return planning.intent.flow === 'virtual-account' ? steps.sort((one, other) => one.afterMs - other.afterMs) : steps
}

function inOrder(one: OpenStep, other: OpenStep): number {
  return one.from === other.from ? one.after.minMs - other.after.minMs : 0
}

/** The debit goes on once the OTP is accepted, so `after` counts from there. */
function otpSteps(opening: Opening, { expiresMs }: OtpScenario): readonly OpenStep[] {
  return [expiry('otp', expiresMs), ...settleSteps(opening, 'otp')]
}

function expiry(what: 'account' | 'otp', afterMs: number): OpenStep {
  return {
    from: 'creation',
    after: { minMs: afterMs, maxMs: afterMs },
    purpose: 'expiry',
    act: { act: 'expire', what },
  }
}

function settleSteps({ scenario }: Opening, from: Step['from']): readonly OpenStep[] {
  const { outcome, after } = scenario
  if (outcome.kind === 'never' || outcome.kind === 'by-hand') return []
  const result = outcome.kind === 'failed' ? outcome.result : builtInResult('approved')
  return [{ from, after, purpose: 'after', act: { act: 'settle', result } }]
}

function accountSteps(opening: Opening): readonly OpenStep[] {
  const { outcome } = opening.scenario
  if (outcome.kind === 'never') return []
  const story = outcome.kind === 'failed' ? settleSteps(opening, 'creation') : transferSteps(opening)
  return [...story, expiry('account', lifetimeMs(opening))]
}

function transferSteps({ scenario, intent }: Opening): readonly OpenStep[] {
  const transfers = transfersOf(scenario)
  const amounts = transferAmounts(
    transfers.map(({ pay }) => pay),
    intent.askedMinor,
    intent.currency,
  )
  return transfers.flatMap(({ after, senderName }, index): OpenStep[] => {
    const amountMinor = amounts[index] ?? 0
    // A share of a small sum can round to nothing, and nobody transfers nothing.
    if (amountMinor === 0) return []
    const act = { act: 'transfer', amountMinor, senderName: senderName ?? intent.customer.accountName } as const
    return [{ from: 'creation', after, purpose: `transfer ${index + 1}`, act }]
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

function lifetimeMs({ scenario, defaults }: Opening): number {
  return scenario.expiresMs ?? defaults.accountLifetimeMs
}

function pick({ minMs, maxMs }: DurationRange, purpose: string, { random }: Planning): number {
  return minMs === maxMs ? minMs : minMs + Math.floor(random(purpose) * (maxMs - minMs + 1))
}
