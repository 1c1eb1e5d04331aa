import { formatSum } from '../parts/format.ts'
import type { Step, TimelineEvent, Transaction } from '../state/transaction.ts'

const actionWords: ReadonlyMap<string, string> = new Map([
  ['pin', 'the customer types a PIN'],
  ['decline', 'the customer declines'],
  ['ignore', 'the customer does not answer'],
])

/** The steps, with what the customer did beside the plan: OTPs, and transfers by hand. */
export function withOwnActs({ steps, timeline }: Pick<Transaction, 'steps' | 'timeline'>): readonly Step[] {
  const acts = timeline.flatMap((event): readonly Step[] => {
    const what = actWords(event)
    // An OTP is submitted by the merchant's server.
    const why = event.event.startsWith('otp_') ? 'by a call' : 'by hand'
    return what === null ? [] : [{ event: what, planned: null, actual: event.at, state: 'happened', why }]
  })
  const timeOf = ({ actual, planned }: Step) => Date.parse(actual ?? planned ?? '9999-12-31')
  return [...acts, ...steps].toSorted((one, other) => timeOf(one) - timeOf(other))
}

function actWords({ event, action, cause, amount, senderName, note, attemptsLeft }: TimelineEvent): string | null {
  if (event === 'otp_accepted') return 'the right OTP is submitted'
  if (event === 'action') return actionWords.get(String(action)) ?? null
  if (event === 'otp_refused') return `a wrong OTP is submitted, attempts left: ${attemptsLeft}`
  if (event !== 'transfer_received' || cause?.by === 'step') return null
  const paid = `${senderName} pays ${formatSum(amount, '').trim()}`
  return note === undefined ? paid : `${paid}, which is not taken: ${note}`
}
