import { formatSum } from '../parts/format.ts'
import type { Step, TimelineEvent, Transaction } from '../state/transaction.ts'
import { scenarioAnswer } from '../timeline/customer-act.ts'

const actionWords: ReadonlyMap<string, string> = new Map([
  ['pin', 'the customer types a PIN'],
  ['decline', 'the customer declines'],
  ['ignore', 'the customer does not answer'],
])

/** The steps, with what the customer did and how it ended where no step of the plan says so. */
export function withOwnActs({ steps, timeline }: Pick<Transaction, 'steps' | 'timeline'>): readonly Step[] {
  const acts = timeline.flatMap((event): readonly Step[] => {
    const { at, status, result } = event
    const step = { planned: null, actual: at, state: 'happened' } as const
    const what = actWords(event)
    // An OTP is submitted by the merchant's server.
    if (what !== null) return [{ ...step, event: what, why: event.event.startsWith('otp_') ? 'by a call' : 'by hand' }]
    const answer = scenarioAnswer(event, timeline)
    if (answer !== null) return [{ ...step, event: `the customer ${answer}`, why: 'by the scenario' }]
    const isSaid = steps.some((one) => one.actual === at && one.event.startsWith(String(status)))
    return event.event === 'settled' && !isSaid ? [{ ...step, event: `${status} as ${result}`, why: null }] : []
  })
  const ends = acts.filter(({ event }) => event.startsWith('FAILED'))
  const timeOf = ({ actual, planned }: Step) => Date.parse(actual ?? planned ?? '9999-12-31')
  // At the same moment what the customer did comes first, and the end after the step that brought it.
  const inOrder = [...acts.filter((act) => !ends.includes(act)), ...steps, ...ends]
  return inOrder.toSorted((one, other) => timeOf(one) - timeOf(other))
}

function actWords({ event, action, cause, amount, senderName, note, attemptsLeft }: TimelineEvent): string | null {
  if (event === 'otp_accepted') return 'the right OTP is submitted'
  if (event === 'action') return actionWords.get(String(action)) ?? null
  if (event === 'otp_refused') return `a wrong OTP is submitted, attempts left: ${attemptsLeft}`
  if (event !== 'transfer_received' || cause?.by === 'step') return null
  const paid = `${senderName} pays ${formatSum(amount, '').trim()}`
  return note === undefined ? paid : `${paid}, which is not taken: ${note}`
}
