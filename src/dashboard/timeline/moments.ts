import type { Step, Transaction } from '../state/transaction.ts'
import { eventMoment } from './event-moments.ts'
import type { Moment } from './moment.ts'
import { plannedSign } from './planned-moment.ts'

/** Everything that happened to a transaction, and what is still to come, in the order of time. */
export function momentsOf({ timeline, steps }: Pick<Transaction, 'timeline' | 'steps'>): readonly Moment[] {
  const past = timeline.flatMap((event) => eventMoment(event) ?? [])
  const ahead = steps.filter(({ state }) => state === 'pending').map(momentAhead)
  return [...together(past), ...ahead.toSorted((one, other) => timeOf(one) - timeOf(other))]
}

function timeOf({ at }: Moment): number {
  return at ?? Number.POSITIVE_INFINITY
}

/** Many of the same in a row, such as status queries, are one moment with their number. */
function together(moments: readonly Moment[]): readonly Moment[] {
  const kept: { moment: Moment; times: number }[] = []
  for (const moment of moments) {
    const last = kept.at(-1)
    const isSame =
      last?.moment.title === moment.title && last.moment.detail === moment.detail && moment.sign === 'search'
    if (last !== undefined && isSame) last.times++
    else kept.push({ moment, times: 1 })
  }
  return kept.map(({ moment, times }) => (times === 1 ? moment : { ...moment, title: `${moment.title} ×${times}` }))
}

/** A step that is still to come; it is good or bad only once it has happened. */
function momentAhead({ event, planned, why }: Step): Moment {
  const sign = plannedSign(event)
  const at = planned === null ? null : Date.parse(planned)
  return { ...sign, at, detail: sign.detail || (at === null ? (why ?? '') : ''), tone: 'neutral', isAhead: true }
}
