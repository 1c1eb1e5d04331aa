import type { Business } from '../../domain/business.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery, Sent } from '../../domain/delivery.ts'
import type { Job } from '../../domain/job.ts'
import type { Store } from '../../store/store.ts'
import { finishAttempt, following, startAttempt } from './attempt.ts'

/** One attempt to make: which webhook, which attempt it is, at what sandbox time. */
export interface Attempting {
  readonly delivery: Delivery
  readonly number: number
  readonly business: Business
  readonly at: SandboxMs
  readonly signal: AbortSignal
}

export type DeliverJob = Extract<Job, { kind: 'deliver' }>

interface AttemptTools {
  readonly store: Store
  readonly deliver: (attempting: Attempting) => Promise<Sent | null>
  readonly key: string
  readonly job: DeliverJob
  readonly signal: AbortSignal
}

/** Claims, sends and records one attempt; one that was stopped is not recorded, and its job stays due. */
export async function attemptDelivery({ store, deliver, key, job, signal }: AttemptTools): Promise<void> {
  if (signal.aborted) return
  const claimed = await store.perform(key, { delivery: job.deliveryId }, ({ business, now, delivery }) => {
    const isWanted = delivery !== null && (delivery.status === 'pending' || job.replay === true)
    if (!isWanted) return { result: null, changes: [{ change: 'job.done', id: job.id }, ...following(job, now)] }
    const { result: number, changes } = startAttempt(delivery, job.replay === true)
    return { result: { delivery, number, business, at: now }, changes }
  })
  if (claimed === null) return
  const sent = await deliver({ ...claimed, signal })
  if (sent === null || signal.aborted) return
  const { number, business } = claimed
  await store.perform(key, { delivery: job.deliveryId }, (state) => {
    // An attempt of an older epoch belongs to what a reset or a restore has replaced.
    if (state.delivery === null || state.business.epoch !== business.epoch) return { result: undefined, changes: [] }
    return finishAttempt(state.delivery, { job, number, ...sent }, state.now)
  })
}
