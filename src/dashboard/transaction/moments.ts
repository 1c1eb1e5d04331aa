import { eventMoment } from './event-moments.ts'
import type { Moment } from './moment.ts'
import type { Step, Transaction } from './transaction.ts'

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

/** A step that is still to come. The sandbox says in words what it is; what is not known by them is the transaction's. */
function momentAhead({ event, planned, why }: Step): Moment {
  const at = planned === null ? null : Date.parse(planned)
  const when = at === null ? (why ?? '') : ''
  const ahead = { at, detail: when, tone: 'neutral', isAhead: true } as const
  const [, attempt] = /^webhook attempt (\d+)/.exec(event) ?? []
  if (attempt !== undefined) return { ...ahead, lane: 'server', sign: 'send', title: `Attempt ${attempt}` }
  if (event.startsWith('webhook')) return { ...ahead, lane: 'server', sign: 'send', title: 'Webhook' }
  const [, status, result] = /^(COMPLETED|FAILED)(?: as (\w+))?/.exec(event) ?? []
  if (status === 'COMPLETED') return { ...ahead, lane: 'transaction', sign: 'COMPLETED', title: 'Completed' }
  if (status === 'FAILED') {
    return { ...ahead, lane: 'transaction', sign: 'FAILED', title: 'Failed', detail: result ?? when }
  }
  if (/ pays /.test(event)) return { ...ahead, lane: 'customer', sign: 'bank', title: 'Pays', detail: event }
  if (/^the (account|OTP) expires/.test(event)) return { ...ahead, lane: 'transaction', sign: 'time', title: 'Expires' }
  return { ...ahead, lane: 'customer', sign: 'time', title: event }
}
