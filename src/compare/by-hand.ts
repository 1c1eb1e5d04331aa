import { flowHas } from '../domain/transaction.ts'
import { isAbout } from './near-times.ts'
import { jsonOf, recordIn } from './reading/calls.ts'
import { type Conversation, isFinal, type Payment } from './reading/conversation.ts'
import type { ResultNames } from './result.ts'

/**
 * Returns the virtual accounts that someone ended by hand: one that expired although another lived longer, and one whose
 * transfer was refused although another sum was accepted (D30).
 */
export function endedByHand({ payments, calls }: Conversation, results: ResultNames): ReadonlySet<Payment> {
  const accounts = payments.filter(({ flow }) => flowHas(flow, 'account'))
  const lifeOf = (payment: Payment): number => {
    const seenOpen = calls.filter((call) => call.payment === payment && !isFinal(recordIn(jsonOf(call.entry.response))))
    return (payment.endings[0] ?? seenOpen.at(-1)?.entry ?? payment.create).at - payment.create.at
  }
  const longest = Math.max(0, ...accounts.map(lifeOf))
  const acceptsOthers = accounts.some(({ asked, endings: [ending] }) => {
    return ending?.status === 'COMPLETED' && Number(ending.record.amount) !== Number(asked.amount)
  })
  const byHand = accounts.filter((payment) => {
    const name = results.of(payment.endings[0]?.record ?? {})?.name
    if (name === 'invalid_amount') return acceptsOthers
    return name === 'expired' && lifeOf(payment) < longest && !isAbout(lifeOf(payment), longest)
  })
  return new Set(byHand)
}
