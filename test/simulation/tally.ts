import type { RareState } from './sightings.ts'
import { scenarioOf, settlesOf, type View } from './view.ts'

export function tally(view: View): void {
  const { world, transactions, deliveries, events, memory } = view
  const saw = (state: RareState, times: number) => world.saw(state, times)
  const count = (name: string) => events.filter(({ kind }) => kind === name).length
  saw('OTP accepted', count('otp_accepted'))
  for (const transaction of transactions) {
    const { status, result, plan, wrongOtps, receivedMinor, askedMinor, flow } = transaction
    const settles = settlesOf(view, transaction)
    saw('OTP expired', Number(plan.otp !== null && result?.name === 'otp_failed' && wrongOtps < plan.otp.attempts))
    saw('last wrong OTP', Number(plan.otp !== null && wrongOtps === plan.otp.attempts))
    saw('late transfer accepted', Number(settles.length === 2))
    saw('account expired', Number(settles[0]?.result === 'expired'))
    saw('partial payment held', Number(plan.account?.partialPayments === 'hold' && receivedMinor < askedMinor))
    saw('payout returned', Number(status === 'FAILED' && flow.endsWith('payout')))
    const { webhook } = scenarioOf(view, transaction)
    const queued = view.eventsOf(transaction.id).filter(({ kind }) => kind === 'webhook_queued').length
    saw('webhook released by a status query', typeof webhook.delay === 'object' ? queued : 0)
  }
  saw(
    'late transfer ignored',
    events.filter((entry) => entry.kind === 'transfer_received' && entry.note === 'account_expired').length,
  )
  for (const { status, attempts } of deliveries) {
    saw('webhook still held at the end', Number(status === 'held'))
    saw('webhook dropped', Number(status === 'dropped'))
    saw('webhook exhausted', Number(status === 'exhausted'))
    saw('answer lost by the scenario', attempts.filter(({ outcome }) => outcome?.error?.includes('was lost')).length)
  }
  saw('Retry-After kept', memory.arrivals.filter(({ answer }) => (answer?.retryAfterMs ?? 0) > 0).length)
}
