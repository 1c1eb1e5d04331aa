import type { Attempt, Delivery, Outcome } from '../domain/delivery.ts'
import { isDelivered } from '../domain/retry.ts'
import { type BodyFault, perAttempt, type SignatureFault } from '../domain/webhook-faults.ts'

/** A scheduled attempt whose answer is the merchant's own. */
export interface RealAttempt {
  readonly number: number
  readonly outcome: Outcome
  /** How its signature was spoiled by the scenario. */
  readonly signature: SignatureFault
  /** The service sent what it should: nobody has a reason to refuse it. */
  readonly isSound: boolean
  readonly isAccepted: boolean
  /** Not sound, and answered 4xx: as it should be. */
  readonly isRefused: boolean
}

/** Bodies that are the record; fields that nobody announced are no reason to refuse it. */
const soundBodies: readonly BodyFault[] = ['exact', 'extra-fields']

/** The attempts that the merchant's code has answered, or failed to: none that a scenario simulates, and no replays. */
export function realAttempts({ attempts, webhook: { faults } }: Delivery): readonly RealAttempt[] {
  const isSoundBody = soundBodies.includes(faults?.body ?? 'exact')
  const real: RealAttempt[] = []
  let sent = 0
  for (const [index, attempt] of attempts.filter(isScheduled).entries()) {
    const { number, outcome } = attempt
    const signature = signatureAs(perAttempt(faults?.signatures ?? [], sent, 'valid'), attempt)
    if (outcome?.sent) sent++
    if (outcome === null || perAttempt(faults?.answers ?? [], index, 'real') !== 'real') continue
    const isSound = isSoundBody && signature === 'valid'
    const status = outcome.response?.status ?? 0
    const isRefused = !isSound && status >= 400 && status < 500
    real.push({ number, outcome, signature, isSound, isAccepted: isDelivered(outcome), isRefused })
  }
  return real
}

/** The attempt with which a webhook was given up by the merchant's own doing; undefined where there is none (D36). */
export function lostWith(webhook: Delivery): RealAttempt | undefined {
  if (webhook.status !== 'exhausted') return undefined
  const last = webhook.attempts.findLast(isScheduled)?.number
  return realAttempts(webhook).find(({ number, isRefused }) => number === last && !isRefused)
}

/** What an attempt came to, in a few words. */
export function answerOf({ outcome: { response, error } }: RealAttempt): string {
  return response === null ? (error ?? 'no answer') : `status ${response.status}`
}

function isScheduled({ isReplay }: Attempt): boolean {
  return !isReplay
}

/** Only a scheme that signs a time can have an old one (D34). */
function signatureAs(fault: SignatureFault, { headers }: Attempt): SignatureFault {
  return fault === 'stale' && !Object.hasOwn(headers, 'webhook-timestamp') ? 'valid' : fault
}
