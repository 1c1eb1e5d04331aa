import type { Step, Transaction } from '../state/transaction.ts'
import { scenarioAnswer } from './customer-act.ts'
import { eventSign } from './event-sign.ts'
import { isEndWithoutOtp, plannedDrawing } from './planned-sign.ts'
import { capital, inLane, type Sign } from './sign.ts'

/** Past and then coming events of a transaction, in the order of time. */
export function timelineSigns({ timeline, steps }: Pick<Transaction, 'timeline' | 'steps'>): readonly Sign[] {
  const past = timeline.flatMap((event): readonly Sign[] => {
    const sign = eventSign(event)
    const answer = scenarioAnswer(event, timeline)
    if (sign === null) return []
    if (answer === null) return [sign]
    return [{ ...sign, ...inLane('customer')('hand', capital(answer), { detail: 'by the scenario' }) }, sign]
  })
  const ahead = steps
    .filter(({ state, kind }) => state === 'pending' && kind !== 'prompt_answered' && kind !== 'expired')
    .map(signAhead)
  return [...together(past), ...withAlternatives(ahead.toSorted((one, other) => timeOf(one) - timeOf(other)))]
}

/** The ends without the right OTP branch off where its next step would be. */
function withAlternatives(signs: readonly Sign[]): readonly Sign[] {
  const [first, ...rest] = signs.filter(({ isAlternative }) => !isAlternative)
  const others = signs.filter(({ isAlternative }) => isAlternative)
  if (first === undefined) return signs.map((sign) => ({ ...sign, isAlternative: false }))
  return [first, ...others.map((other) => ({ ...other, at: first.at })), ...rest]
}

function timeOf({ at }: Sign): number {
  return at ?? Number.POSITIVE_INFINITY
}

/** Draws equal status queries in a row as one sign with their number. */
function together(signs: readonly Sign[]): readonly Sign[] {
  const kept: { sign: Sign; times: number }[] = []
  for (const sign of signs) {
    const last = kept.at(-1)
    const isSame = last?.sign.title === sign.title && last.sign.detail === sign.detail && sign.icon === 'search'
    if (last !== undefined && isSame) last.times++
    else kept.push({ sign, times: 1 })
  }
  return kept.map(({ sign, times }) => (times === 1 ? sign : { ...sign, title: `${sign.title} ×${times}` }))
}

/** A coming step has no good or bad tone: it may still be cancelled. */
function signAhead({ event, planned, why }: Step): Sign {
  const drawing = plannedDrawing(event)
  const at = planned === null ? null : Date.parse(planned)
  const when = event.endsWith(', unless the OTP was accepted') ? 'if no OTP comes' : at === null ? why : null
  const isAlternative = isEndWithoutOtp(event, why)
  return { ...drawing, at, detail: when ?? drawing.detail, tone: 'neutral', isAhead: true, isAlternative }
}
