import type { Cause } from '../domain/happening.ts'
import { toMajor } from '../domain/money.ts'
import { promptAnswer } from '../domain/phone-screen.ts'
import type { Act, Plan, Result } from '../domain/plan.ts'
import { builtInResult, expiryResult } from '../domain/result.ts'
import { type FinalStatus, type Intent, isFinal } from '../domain/transaction.ts'
import { type Payable, receiveTransfer } from '../domain/transfer.ts'
import { after, type Branch, type When } from '../domain/when.ts'
import { type Expected, earliest, latest } from './expected.ts'

/** A step of a plan that is to come, drawn or not, in the order of the earliest moments. */
export interface Due {
  /** Its index in the plan. */
  readonly step: number
  readonly act: Act
  readonly when: When
}

export function dueSteps({ steps }: Pick<Plan, 'steps'>): readonly Due[] {
  return steps.map(({ from, afterMs, act }, step) => ({ step, act, when: after(from, afterMs) }))
}

export interface Standing {
  readonly payable: Payable
  readonly intent: Pick<Intent, 'flow' | 'currency' | 'customer'>
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

const whenever: Final = { when: after('final'), status: null }
const never: Expected = { kind: 'undecided', until: 'action', when: { never: true } }

export function forecastSettlement(steps: readonly Due[], standing: Standing): Ending {
  if (standing.plan.otp !== null) return otpEnding(steps, standing.plan.otp.attempts, standing)
  if (isOrderDrawn(steps)) return openEnding(steps, standing)
  const { events, finals } = effectOf(steps, standing)
  if (finals.length > 0 || isFinal(standing.payable.status)) return { events, finals }
  return { events: [...events, never], finals: [whenever] }
}

/** The end of a collection that waits for its OTP depends on the merchant. */
function otpEnding(steps: readonly Due[], attempts: number, { intent }: Standing): Ending {
  const failed = (when: When, branch: Branch, cause: Cause) =>
    ({ kind: 'settled', status: 'FAILED', result: expiryResult('otp').name, when, branch, cause }) as const
  const { accountNumber } = intent.customer
  const asked: Expected = { kind: 'prompt_sent', accountNumber, when: after('otp') }
  const wrong = failed({ ...after('wrong_otp'), count: attempts }, 'wrong_otp', { by: 'otp' })
  const events = steps.flatMap(({ step, act, when }): readonly Expected[] => {
    const cause = { by: 'step', step } as const
    if (act.act === 'settle') return settling(act.result, { when, cause }, intent)
    return [{ ...unsettled(act, intent), when, cause, branch: 'no_otp' }, failed(when, 'no_otp', cause)]
  })
  const isOpen = steps.every(({ act }) => act.act !== 'settle')
  return { events: [wrong, asked, ...events, ...(isOpen ? [never] : [])], finals: [whenever] }
}

/** True if the seed decides which of two steps comes first. */
function isOrderDrawn(steps: readonly Due[]): boolean {
  const isDrawn = ({ when }: Due) => earliest(when) !== latest(when)
  return steps.some((one, index) =>
    steps
      .slice(index + 1)
      .some((other) => (isDrawn(one) || isDrawn(other)) && earliest(other.when) <= latest(one.when)),
  )
}

function openEnding(steps: readonly Due[], { intent }: Standing): Ending {
  const events = steps.flatMap(({ step, act, when }): readonly Expected[] => {
    const cause = { by: 'step', step } as const
    if (act.act === 'settle') return settling(act.result, { when, cause }, intent)
    const open = act.act === 'expire' ? ({ ifOpen: true } as const) : {}
    return [{ ...unsettled(act, intent), ...open, when, cause }]
  })
  return { events: [...events, { kind: 'undecided', until: 'drawn', when: whenever.when }], finals: [whenever] }
}

function effectOf(steps: readonly Due[], { payable: start, intent, plan: { account } }: Standing): Ending {
  const events: Expected[] = []
  const finals: Final[] = []
  let payable = start
  const end = (result: Result, due: Timed) => {
    const status = statusOf(result)
    payable = { ...payable, status, result }
    events.push(...settling(result, due, intent))
    finals.push({ when: due.when, status })
  }
  for (const { step, when, act } of steps) {
    const due = { when, cause: { by: 'step', step } } as const
    if (act.act === 'transfer') {
      if (account === null) continue
      const effect = receiveTransfer(payable, account, act.amountMinor)
      const note = effect.effect === 'note' ? { note: effect.why } : {}
      const held = effect.effect === 'hold' ? { received: toMajor(effect.receivedMinor, intent.currency) } : {}
      events.push({ ...paid(act, intent), ...note, ...held, ...due })
      if (effect.effect === 'note') continue
      payable = { ...payable, receivedMinor: effect.receivedMinor }
      if (effect.effect !== 'hold')
        end(builtInResult(effect.effect === 'complete' ? 'approved' : 'invalid_amount'), due)
    } else if (!isFinal(payable.status)) {
      if (act.act === 'expire') events.push({ ...unsettled(act, intent), ...due })
      end(act.act === 'settle' ? act.result : expiryResult(act.what), due)
    }
  }
  return { events, finals }
}

type Timed = Pick<Expected, 'when' | 'cause'>

function settling(result: Result, due: Timed, { flow }: Pick<Intent, 'flow'>): readonly Expected[] {
  const answer = promptAnswer(flow, result)
  return [
    ...(answer === null ? [] : [{ kind: 'prompt_answered', answer, ...due } as const]),
    { ...settled(result), ...due },
  ]
}

export function settled(result: Result) {
  return { kind: 'settled', status: statusOf(result), result: result.name } as const
}

function statusOf({ code }: Result): FinalStatus {
  return code === '0000' ? 'COMPLETED' : 'FAILED'
}

/** The direct effect of an act, before the settlement that it causes. */
export function unsettled(act: Exclude<Act, { act: 'settle' }>, intent: Pick<Intent, 'currency'>) {
  return act.act === 'transfer' ? paid(act, intent) : ({ kind: 'expired', what: act.what } as const)
}

function paid({ amountMinor, senderName }: Extract<Act, { act: 'transfer' }>, { currency }: Pick<Intent, 'currency'>) {
  return { kind: 'transfer_received', amount: toMajor(amountMinor, currency), senderName } as const
}
