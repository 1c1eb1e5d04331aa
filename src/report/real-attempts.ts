import type { Attempt, Delivery, Outcome } from '../domain/delivery.ts'
import { perAttempt, type SignatureFault } from '../domain/webhook-faults.ts'

/** A scheduled attempt whose answer is the merchant's own. */
export interface RealAttempt {
  readonly number: number
  readonly outcome: Outcome
  /** How its signature was spoiled by the scenario. */
  readonly signature: SignatureFault
  readonly isAccepted: boolean
}

/** The attempts that the merchant's code has answered, or failed to: none that a scenario simulates, and no replays. */
export function realAttempts({ attempts, webhook: { faults } }: Delivery): readonly RealAttempt[] {
  const real: RealAttempt[] = []
  let sent = 0
  for (const [index, { number, outcome }] of attempts.filter(isScheduled).entries()) {
    const signature = perAttempt(faults?.signatures ?? [], sent, 'valid')
    if (outcome?.sent) sent++
    if (outcome === null || perAttempt(faults?.answers ?? [], index, 'real') !== 'real') continue
    const status = outcome.response?.status ?? 0
    real.push({ number, outcome, signature, isAccepted: status >= 200 && status < 300 })
  }
  return real
}

/** What an attempt came to, in a few words. */
export function answerOf({ outcome: { response, error } }: RealAttempt): string {
  return response === null ? (error ?? 'no answer') : `status ${response.status}`
}

function isScheduled({ isReplay }: Attempt): boolean {
  return !isReplay
}
