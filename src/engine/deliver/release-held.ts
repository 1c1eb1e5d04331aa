import type { Change, Decision } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { type Delivery, readyAt } from '../../domain/delivery.ts'
import type { Job } from '../../domain/job.ts'
import { moveDelivery } from '../../domain/moves.ts'
import { longestHoldMs } from '../../domain/webhook-faults.ts'
import type { Store } from '../../store/store.ts'
import { inOrder, queued } from './queue-webhook.ts'

export type ReleaseJob = Extract<Job, { kind: 'release' }>

/** Sends the held webhooks of a scenario if there are enough, or if the first has waited long enough. */
export function releaseHeld(store: Store, key: string, job: ReleaseJob): Promise<void> {
  return store.perform(key, { heldIn: job.scenario }, ({ heldIn, now }) =>
    // A command of this turn added work that is due before, so the clock of an advance did not move to its time.
    now < job.dueAt ? { result: undefined, changes: [] } : release(heldIn, job, now),
  )
}

function release(held: readonly Delivery[], job: ReleaseJob, now: SandboxMs): Decision<void> {
  const { hold } = job
  const done: Change = { change: 'job.done', job }
  // Spaced copies can become ready after the webhooks of later transactions; ties keep the order of creation.
  const ready = held.filter((one) => readyAt(one) <= now).toSorted((one, other) => readyAt(one) - readyAt(other))
  const [first] = ready
  const isOver = first !== undefined && readyAt(first) + longestHoldMs <= now
  if (ready.length < hold.count && !isOver) return { result: undefined, changes: [done] }
  const sorted = hold.release === 'last-first' ? ready.toReversed() : ready
  return { result: undefined, changes: [done, ...(hold.atOnce ? sendAtOnce(sorted, now) : sendInOrder(sorted, now))] }
}

function sendAtOnce(deliveries: readonly Delivery[], now: SandboxMs): Change[] {
  return deliveries.flatMap((delivery) => [moveDelivery(delivery, 'pending'), ...queued(delivery, now)])
}

function sendInOrder(deliveries: readonly Delivery[], now: SandboxMs): Change[] {
  return [...deliveries.map((delivery) => moveDelivery(delivery, 'pending')), ...inOrder(deliveries, now)]
}
