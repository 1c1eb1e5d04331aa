import { type Change, type Decision, record } from '../../domain/change.ts'
import { dueText, type SandboxMs } from '../../domain/clock.ts'
import { type Attempting, type Delivery, isDelivered, markOf, type Sent, waitAfter } from '../../domain/delivery.ts'
import type { Recorded } from '../../domain/happening.ts'
import type { Job } from '../../domain/job.ts'
import { moveDelivery } from '../../domain/moves.ts'
import { messageOf } from '../../error-code.ts'
import type { Store } from '../../store/store.ts'

export type DeliverJob = Extract<Job, { kind: 'deliver' }>

interface AttemptTools {
  readonly store: Store
  readonly deliver: (attempting: Attempting) => Promise<Sent | null>
  readonly key: string
  readonly job: DeliverJob
  readonly signal: AbortSignal
}

export interface Made extends Sent {
  readonly number: number
  /** Epoch of the business at the time of the attempt. */
  readonly epoch: number
}

/**
 * Claims and sends one attempt. Returns null if it is no longer needed, or if its job stays: it was stopped, or the clock did
 * not move to its time because a command of this turn added work that is due before.
 */
export async function makeAttempt({ store, deliver, key, job, signal }: AttemptTools): Promise<Made | null> {
  if (signal.aborted) return null
  const claimed = await store.perform(key, { delivery: job.deliveryId }, ({ business, now, delivery }) => {
    if (now < job.dueAt) return { result: null, changes: [] }
    const isWanted = delivery !== null && (delivery.status === 'pending' || job.replay === true)
    if (!isWanted) return { result: null, changes: [{ change: 'job.done', job }, ...following(job, now)] }
    const { result: number, changes } = startAttempt(delivery, job.replay === true)
    return { result: { delivery, number, business }, changes }
  })
  if (claimed === null) return null
  const { delivery, number, business } = claimed
  const sent = await deliver({ delivery, number, business, signal }).catch(unsent)
  if (sent === null || signal.aborted) return null
  return { headers: sent.headers, outcome: sent.outcome, number, epoch: business.epoch }
}

export function recordAttempt({ store, key, job }: Pick<AttemptTools, 'store' | 'key' | 'job'>, made: Made) {
  return store.perform(key, { delivery: job.deliveryId }, ({ delivery, business, now }) => {
    // An attempt of an older epoch belongs to what a reset or a restore has replaced.
    if (delivery === null || business.epoch !== made.epoch) return { result: undefined, changes: [] }
    return finishAttempt(delivery, { job, made }, now)
  })
}

/** An error of the sandbox itself ends an attempt like any other failure; otherwise it would be tried forever. */
function unsent(cause: unknown): Sent {
  const error = `the sandbox could not send the webhook: ${messageOf(cause)}`
  return { headers: {}, outcome: { response: null, error, durationMs: 0, sent: false } }
}

interface Finished {
  readonly job: DeliverJob
  readonly made: Made
}

/** Counts an attempt before it is made: crashes during it cannot repeat it forever. */
function startAttempt(delivery: Delivery, isReplay: boolean): Decision<number> {
  const number = delivery.attempts.length + 1
  return { result: number, changes: [{ change: 'attempt.start', deliveryId: delivery.id, number, isReplay }] }
}

/** Records the outcome of an attempt: delivered, tried again later, or exhausted (D36). */
function finishAttempt(delivery: Delivery, { job, made }: Finished, now: SandboxMs): Decision<void> {
  const { id: deliveryId } = delivery
  const { number, headers, outcome } = made
  const waitMs = waitAfter(delivery, outcome, job.replay === true)
  const retryAt = waitMs === null ? null : now + waitMs
  const changes: Change[] = [
    { change: 'job.done', job },
    { change: 'attempt.finish', deliveryId, number, headers, outcome },
    record(delivery.transactionId, attempted(delivery, { job, made }, retryAt)),
    ...(retryAt === null ? ended(delivery, { job, made }, now) : [again(job, retryAt)]),
    ...following(job, now),
  ]
  return { result: undefined, changes }
}

/** Queues the next webhook that waits for this one's answer. */
function following({ next: waiting }: DeliverJob, now: SandboxMs): Change[] {
  const [next, ...others] = waiting ?? []
  return next ? [{ change: 'job.add', dueAt: now, work: { kind: 'deliver', ...next, next: others } }] : []
}

function again({ transactionId, deliveryId, origin }: DeliverJob, dueAt: SandboxMs): Change {
  return { change: 'job.add', dueAt, work: { kind: 'deliver', transactionId, deliveryId, origin, retry: true } }
}

/** A failed replay does not change the webhook, and neither does a failed attempt of a delivered one. */
function ended(delivery: Delivery, { job, made: { number, outcome } }: Finished, now: SandboxMs): Change[] {
  const { id: deliveryId, transactionId, status, attempts } = delivery
  const isOver = isDelivered(outcome)
  if (!isOver && (job.replay || status === 'delivered')) return []
  const own = attempts.filter(({ isReplay }) => !isReplay).length
  const over = isOver
    ? ({ kind: 'webhook_delivered', attempts: number } as const)
    : ({ kind: 'webhook_exhausted', attempts: own } as const)
  return [
    moveDelivery(delivery, isOver ? 'delivered' : 'exhausted'),
    record(transactionId, { ...over, ...markOf(delivery) }),
    ...(job.replay ? [{ change: 'attempts.cancel', transactionId, deliveryId, after: now } as const] : []),
  ]
}

function attempted(delivery: Delivery, { job, made }: Finished, retryAt: SandboxMs | null): Recorded {
  const { response, error, stoppedBy, durationMs } = made.outcome
  const came = { status: response?.status ?? null, error, ...stoppedBy, durationMs }
  const again = retryAt === null ? {} : { retryAt: dueText(retryAt) }
  const isAgain = job.replay && !delivery.webhook.byHand
  const cause = isAgain ? ({ cause: { by: 'action', action: 'replay' } } as const) : {}
  return { kind: 'webhook_attempted', came: { ...came, ...again }, ...cause, ...markOf(delivery, made.number) }
}
