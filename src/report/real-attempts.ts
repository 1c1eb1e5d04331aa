import { bodyFaultOf } from '../domain/body-faults.ts'
import type { SandboxMs } from '../domain/clock.ts'
import type { Attempt, Delivery, Outcome } from '../domain/delivery.ts'
import { isReceiver } from '../domain/web-url.ts'
import { perAttempt, type SignatureFault } from '../domain/webhook-faults.ts'
import { obstacleNote } from '../words/obstacle.ts'

/** A scheduled attempt that the merchant's code had to answer. */
export interface AnsweredAttempt {
  readonly number: number
  readonly at: SandboxMs
  readonly outcome: Outcome
  readonly isLost: boolean
  /** How its signature was spoiled by the scenario. */
  readonly signature: SignatureFault
  /** The service sent what it should: the merchant has no reason to refuse it. */
  readonly isSound: boolean
  readonly isAccepted: boolean
  /** Not sound, and rightly answered 4xx. */
  readonly isRefused: boolean
}

/** Returns the attempts that the merchant's own code answered or missed: not simulated ones, not replays. */
export function realAttempts(webhook: Delivery): readonly AnsweredAttempt[] {
  return answeredAttempts(webhook).filter(({ isLost }) => !isLost)
}

/**
 * The real attempts, and those whose answer was lost afterwards: it still shows what the merchant does. What the sandbox's
 * own receiver answers shows nothing of the merchant.
 */
export function answeredAttempts({ url, attempts, webhook: { faults } }: Delivery): readonly AnsweredAttempt[] {
  const isSoundBody = bodyFaultOf(faults?.body).sound
  const answered: AnsweredAttempt[] = []
  let sent = 0
  for (const [index, { number, at, outcome }] of attempts.filter(isScheduled).entries()) {
    const signature = perAttempt(faults?.signatures ?? [], sent, 'valid')
    if (outcome?.sent) sent++
    const answer = perAttempt(faults?.answers ?? [], index, 'real')
    if (outcome?.response && isReceiver(url)) continue
    if (outcome === null || (answer !== 'real' && answer !== 'lost-ack')) continue
    const isSound = isSoundBody && signature === 'valid'
    const status = statusOf(outcome) ?? 0
    const isAccepted = status >= 200 && status < 300
    const isRefused = !isSound && status >= 400 && status < 500
    answered.push({ number, at, outcome, isLost: answer === 'lost-ack', signature, isSound, isAccepted, isRefused })
  }
  return answered
}

/**
 * The attempt with which the merchant lost a webhook that was given up: the last one, or the last sound one where those after
 * it were rightly refused; undefined if the scenario lost it (D36).
 */
export function lostWith(webhook: Delivery): AnsweredAttempt | undefined {
  if (webhook.status !== 'exhausted') return undefined
  const real = realAttempts(webhook)
  const last = real.find(({ number }) => number === webhook.attempts.findLast(isScheduled)?.number)
  return last?.isRefused ? real.findLast(({ isSound }) => isSound) : last
}

/** True for a webhook that was given up and then delivered by a replay. */
export function isReplayedAfterEnd({ status, attempts, webhook }: Delivery): boolean {
  const scheduled = attempts.filter(isScheduled)
  const isTaken = scheduled.some(({ outcome }) => Math.floor((outcome?.response?.status ?? 0) / 100) === 2)
  return status === 'delivered' && scheduled.length > webhook.retryMs.length && !isTaken
}

export function isRefusedConnection({ outcome }: AnsweredAttempt): boolean {
  return outcome.reason === 'refused'
}

export function answerText({ outcome }: AnsweredAttempt): string {
  const status = statusOf(outcome)
  return status === undefined ? (outcome.error ?? 'no answer') : `status ${status}${obstacleNote(outcome.stoppedBy)}`
}

function statusOf({ response, lostStatus }: Outcome): number | undefined {
  return response?.status ?? lostStatus
}

function isScheduled({ isReplay }: Attempt): boolean {
  return !isReplay
}
