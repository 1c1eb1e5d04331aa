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

interface Standing {
  readonly payable: Payable
  readonly currency: CurrencyCode
  readonly plan: Pick<Plan, 'account' | 'otp'>
}

/** Null if the final status is open. */
export interface Final {
  readonly when: When
  readonly status: FinalStatus | null
}

interface Ending {
  readonly events: readonly Expected[]
  readonly finals: readonly Final[]
}

const atOnce = { minMs: 0, maxMs: 0 }
const whenever: Final = { when: { since: 'final', ...atOnce }, status: null }
const never: Expected = {
  when: { since: 'never', ...atOnce },
  event: 'a final status until you act',
}

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
  const asked: Expected = { when: { since: 'otp', ...atOnce }, event: asksForPin }
  const wrong: Expected = { when: { since: 'wrong-otps', ...atOnce, count: attempts }, event: 'FAILED as otp_failed' }
  const isOpen = steps.every(({ from }) => from !== 'otp')
  return { events: [...events, wrong, asked, ...(isOpen ? [never] : [])], finals: [whenever] }
}

export const asksForPin = 'the customer is asked for the PIN'

/** True if the seed decides which of two steps comes first. */
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

function effectOf(steps: readonly Due[], { payable: start, currency, plan: { account } }: Standing): Ending {
  const events: Expected[] = []
  const finals: Final[] = []
  let payable = start
  const end = (when: When, result: Result) => {
    const status = result.code === '0000' ? 'COMPLETED' : 'FAILED'
    payable = { ...payable, status, result }
    events.push({ when, event: formatResult(result) })
    finals.push({ when, status })
  }
  for (const { from, after, act } of steps) {
    const when: When = { since: from, ...after }
    if (act.act === 'transfer') {
      if (account === null) continue
      const effect = receiveTransfer(payable, account, act.amountMinor)
      const note = effect.effect === 'note' ? `, which changes nothing: ${effect.why}` : ''
      const held = effect.effect === 'hold' ? ', which is held until the rest comes' : ''
      events.push({ when, event: `${formatAct(act, currency)}${note}${held}` })
      if (effect.effect === 'note') continue
      payable = { ...payable, receivedMinor: effect.receivedMinor }
      if (effect.effect !== 'hold')
        end(when, builtInResult(effect.effect === 'complete' ? 'approved' : 'invalid_amount'))
    } else if (!isFinal(payable.status)) {
      end(when, act.act === 'settle' ? act.result : expiryResult('account'))
    }
  }
  return { events, finals }
}

export function formatAct(act: Act, currency: CurrencyCode): string {
  if (act.act === 'settle') return formatResult(act.result)
  if (act.act === 'expire') return act.what === 'otp' ? 'the OTP expires' : 'the account expires'
  return `${act.senderName} pays ${toDecimalString(act.amountMinor, currency)}`
}

function formatResult({ code, name }: Pick<Result, 'code' | 'name'>): string {
  return code === '0000' ? 'COMPLETED' : `FAILED as ${name}`
}
