import { toDecimalString } from '../domain/money.ts'
import type { Act, Plan, Result, Step } from '../domain/plan.ts'
import { builtInResult, expiryResult } from '../domain/result.ts'
import { type CurrencyCode, type FinalStatus, isFinal } from '../domain/transaction.ts'
import { type Payable, receiveTransfer } from '../domain/transfer.ts'
import type { DurationRange } from '../scenarios/language/duration-range.ts'
import type { Expected, When } from './planned-event.ts'

/** A step of a plan, drawn or not, in the order of the earliest moments. */
export interface Due extends Pick<Step, 'from' | 'act'> {
  readonly after: DurationRange
}

export function dueSteps({ steps }: Pick<Plan, 'steps'>): readonly Due[] {
  return steps.map(({ from, afterMs, act }) => ({ from, act, after: { minMs: afterMs, maxMs: afterMs } }))
}

export interface Standing {
  readonly payable: Payable
  readonly currency: CurrencyCode
  readonly plan: Pick<Plan, 'account' | 'otp'>
}

/** Null if the final status is open. */
export interface Final {
  readonly when: When
  readonly status: FinalStatus | null
}

export interface Ending {
  readonly events: readonly Expected[]
  readonly finals: readonly Final[]
}

const whenever: Final = { when: { since: 'final', minMs: 0, maxMs: 0 }, status: null }

const never: Expected = {
  when: { since: 'never', minMs: 0, maxMs: 0 },
  event: 'a final status by itself; an action by hand can set it',
}

/** Forecasts the steps of a plan as the engine runs them, if no action by hand comes. */
export function forecastSettlement(steps: readonly Due[], standing: Standing): Ending {
  if (standing.plan.otp !== null) return otpEnding(steps, standing.plan.otp.attempts, standing.currency)
  if (isOrderDrawn(steps)) return openEnding(steps, standing.currency)
  const { events, finals } = effectOf(steps, standing)
  if (finals.length > 0 || isFinal(standing.payable.status)) return { events, finals }
  return { events: [...events, never], finals: [whenever] }
}

/** The end of a collection that waits for its OTP depends on the merchant. */
function otpEnding(steps: readonly Due[], attempts: number, currency: CurrencyCode): Ending {
  const events = steps.map(({ from, after, act }): Expected => {
    if (from === 'otp') return { when: { since: 'otp', ...after }, event: formatAct(act, currency) }
    return { when: { since: 'creation', ...after }, event: 'FAILED as otp_failed, unless the OTP was accepted' }
  })
  const accepted = { since: 'otp', minMs: 0, maxMs: 0 } as const
  const asked = { when: accepted, event: asksForPin }
  const wrong = {
    when: { since: 'wrong-otps', minMs: 0, maxMs: 0, count: attempts } as const,
    event: 'FAILED as otp_failed',
  }
  const isOpen = steps.every(({ from }) => from !== 'otp')
  return { events: [...events, wrong, asked, ...(isOpen ? [never] : [])], finals: [whenever] }
}

/** The customer's phone shows the network's prompt. */
export const asksForPin = 'the customer is asked for the PIN'

/** Returns whether the seed decides which of two steps comes first. */
function isOrderDrawn(steps: readonly Due[]): boolean {
  return steps.some(({ after: { minMs, maxMs } }, index) =>
    steps.slice(index + 1).some(({ after }) => {
      const isDrawn = minMs !== maxMs || after.minMs !== after.maxMs
      return isDrawn && after.minMs <= maxMs
    }),
  )
}

function openEnding(steps: readonly Due[], currency: CurrencyCode): Ending {
  const events = steps.map(({ after, act }): Expected => {
    const event = act.act === 'expire' ? 'the account expires, if it is not final' : formatAct(act, currency)
    return { when: { since: 'creation', ...after }, event }
  })
  const drawn = { when: whenever.when, event: 'the final status: it follows the order that the seed draws' }
  return { events: [...events, drawn], finals: [whenever] }
}

interface Effect {
  readonly payable: Payable
  readonly events: readonly Expected[]
  readonly finals: readonly Final[]
}

function effectOf(steps: readonly Due[], standing: Standing): Effect {
  const start: Effect = { payable: standing.payable, events: [], finals: [] }
  return steps.reduce((so, { from, after, act }) => {
    const when: When = { since: from, ...after }
    if (act.act === 'transfer') return paid(so, { when, transfer: act, standing })
    if (isFinal(so.payable.status)) return so
    return ended(so, when, act.act === 'settle' ? act.result : expiryResult('account'))
  }, start)
}

interface Paying {
  readonly when: When
  readonly transfer: Extract<Act, { act: 'transfer' }>
  readonly standing: Standing
}

function paid(so: Effect, { when, transfer, standing: { currency, plan } }: Paying): Effect {
  if (plan.account === null) return so
  const effect = receiveTransfer(so.payable, plan.account, transfer.amountMinor)
  const note = effect.effect === 'note' ? `, which changes nothing: ${effect.why}` : ''
  const held = effect.effect === 'hold' ? ', which is held until the rest comes' : ''
  const events = [...so.events, { when, event: `${formatAct(transfer, currency)}${note}${held}` }]
  if (effect.effect === 'note') return { ...so, events }
  const received = { ...so, events, payable: { ...so.payable, receivedMinor: effect.receivedMinor } }
  if (effect.effect === 'hold') return received
  return ended(received, when, builtInResult(effect.effect === 'complete' ? 'approved' : 'invalid_amount'))
}

function ended({ payable, events, finals }: Effect, when: When, result: Result): Effect {
  const status = result.code === '0000' ? 'COMPLETED' : 'FAILED'
  return {
    payable: { ...payable, status, result },
    events: [...events, { when, event: formatResult(result) }],
    finals: [...finals, { when, status }],
  }
}

export function formatAct(act: Act, currency: CurrencyCode): string {
  if (act.act === 'settle') return formatResult(act.result)
  if (act.act === 'expire') return act.what === 'otp' ? 'the OTP expires' : 'the account expires'
  return `${act.senderName} pays ${toDecimalString(act.amountMinor, currency)}`
}

function formatResult({ code, name }: Pick<Result, 'code' | 'name'>): string {
  return code === '0000' ? 'COMPLETED' : `FAILED as ${name}`
}
