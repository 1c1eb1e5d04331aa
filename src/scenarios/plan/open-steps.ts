import { parseDuration } from '../../domain/duration.ts'
import type { Step } from '../../domain/plan.ts'
import { builtInResult } from '../../domain/result.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas, type Intent } from '../../domain/transaction.ts'
import type { DurationRange } from '../language/duration-range.ts'
import { type OtpScenario, otpCurrency, usualOtp } from '../language/otp.ts'
import type { Scenario, Transfer } from '../scenario.ts'
import { transferAmounts } from './transfer-amounts.ts'

export type OpenStep = Omit<Step, 'afterMs'> & {
  readonly after: DurationRange
  readonly purpose: string
}

export type Planned = Pick<Intent, 'flow' | 'currency' | 'network' | 'askedMinor' | 'customer'>

export interface Opening {
  readonly scenario: Scenario
  readonly intent: Planned
  readonly settings: Settings
}

export function openSteps(opening: Opening): readonly OpenStep[] {
  if (flowHas(opening.intent.flow, 'account')) return accountSteps(opening)
  const otp = otpScenario(opening)
  if (otp === null) return settleSteps(opening, 'creation')
  // The debit goes on once the OTP is accepted, so `after` counts from there.
  return [expiry('otp', otp.expiresMs), ...settleSteps(opening, 'otp')]
}

export function sortedOpenSteps(opening: Opening): readonly OpenStep[] {
  return openSteps(opening).toSorted((one, other) =>
    one.from === other.from ? one.after.minMs - other.after.minMs : 0,
  )
}

/** The OTP of the scenario, or of the business's network (D26); a final answer needs none. */
export function otpScenario({ scenario, intent, settings }: Opening): OtpScenario | null {
  if (scenario.otp !== null) return scenario.otp
  return networkSendsOtp(intent, settings) && scenario.reply.status !== 'COMPLETED' ? usualOtp : null
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
  const { scenario, settings } = opening
  if (scenario.outcome.kind === 'never') return []
  const steps = scenario.outcome.kind === 'failed' ? settleSteps(opening, 'creation') : transferSteps(opening)
  return [...steps, expiry('account', scenario.expiresMs ?? parseDuration(settings.accountLifetime))]
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
    // A share of a small sum can round to nothing, and a transfer of nothing does not exist.
    if (amountMinor === 0) return []
    const act = { act: 'transfer', amountMinor, senderName: senderName ?? intent.customer.accountName } as const
    return [{ from: 'creation', after, purpose: `transfer ${index + 1}`, act }]
  })
}

function transfersOf({ outcome, transfers, after }: Scenario): readonly Transfer[] {
  if (outcome.kind === 'expired' || outcome.kind === 'by-hand') return []
  return transfers ?? [{ pay: { shareBasisPoints: 10_000 }, after, senderName: null }]
}

/** True for a collection whose customer gets an OTP by the setting smsOtp, under any scenario (D26). */
export function networkSendsOtp({ flow, currency, network }: Planned, { smsOtp }: Settings): boolean {
  if (!flowHas(flow, 'prompt') || currency !== otpCurrency) return false
  return smsOtp === true || smsOtp.some((code) => bareCode(code) === bareCode(network))
}

/** MTN_GH is MTN, in Ghana. */
function bareCode(code: string): string {
  return code.replace(/_GH$/, '')
}
