import type { Recorded, TimelineEvent } from '../domain/happening.ts'
import type { Act, Step } from '../domain/plan.ts'
import type { Transaction } from '../domain/transaction.ts'
import { after } from '../domain/when.ts'
import { settled, unsettled } from './forecast-settlement.ts'
import { type LifeStep, plannedAt, type Stored } from './life-step.ts'
import { isAhead } from './settlement-ahead.ts'

/** The steps of a plan that something else forestalled. */
export function cancelled({ transaction, timeline, jobs }: Stored): readonly LifeStep[] {
  return transaction.plan.steps.flatMap((step, index): readonly LifeStep[] => {
    const isOver = timeline.some(({ cause }) => cause?.by === 'step' && cause.step === index)
    if (isOver || isAhead(step, index, { transaction, jobs })) return []
    const at = plannedAt(step, transaction)
    const when = at === null ? after(step.from, step.afterMs) : { at }
    const by = cancelledBy(step, timeline)
    return [{ what: happeningOf(step.act, transaction), state: 'cancelled', when, by }]
  })
}

function happeningOf(act: Act, transaction: Transaction): Recorded {
  return act.act === 'settle' ? settled(act.result) : unsettled(act, transaction)
}

function cancelledBy({ act }: Step, timeline: readonly TimelineEvent[]): Recorded | null {
  const found = timeline.find(({ kind, cause }) => {
    // Only an action cancels the transfers of a plan: a transaction that is final still records them.
    if (act.act === 'transfer') return cause?.by === 'action'
    return kind === 'settled' || (kind === 'otp_accepted' && act.act === 'expire' && act.what === 'otp')
  })
  return found ?? null
}
