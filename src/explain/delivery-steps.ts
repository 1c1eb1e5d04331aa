import type { SandboxMs } from '../domain/clock.ts'
import { type Attempt, type Delivery, readyAt } from '../domain/delivery.ts'
import type { Job } from '../domain/job.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import { holdTimes } from './forecast-deliveries.ts'
import type { ExplainedStep } from './planned-event.ts'

export function deliverySteps(
  deliveries: readonly Delivery[],
  timeline: readonly TimelineEvent[],
  jobs: readonly Job[],
): readonly ExplainedStep[] {
  return deliveries.flatMap((delivery): readonly ExplainedStep[] => {
    const own = timeline.filter(({ facts }) => facts.deliveryId === delivery.id)
    const name = nameOf(delivery, deliveries)
    const past = delivery.attempts.map((attempt) => attemptStep(name, attempt, own, delivery.webhook.byHand))
    const step = { event: name, planned: null, actual: null, state: 'pending', why: null } as const
    const fact = (key: 'until' | 'why') =>
      String(own.findLast(({ facts }) => facts[key] !== undefined)?.facts[key] ?? '')
    if (delivery.status === 'dropped') return [...past, { ...step, state: 'cancelled', why: fact('why') }]
    if (delivery.status === 'held') {
      const planned = plannedRelease(delivery, deliveries)
      return [...past, { ...step, planned, why: `waits for ${fact('until')}` }]
    }
    return [...past, ...rest(delivery, step, own, jobs)]
  })
}

/** Webhooks of the same status are copies; two final statuses are two webhooks. */
function nameOf({ id, transactionStatus, webhook }: Delivery, deliveries: readonly Delivery[]): string {
  if (webhook.byHand) return 'webhook made by hand'
  const all = deliveries.filter((delivery) => !delivery.webhook.byHand)
  const same = all.filter((delivery) => delivery.transactionStatus === transactionStatus)
  const copy = same.length > 1 ? ` copy ${same.findIndex((delivery) => delivery.id === id) + 1}` : ''
  return `webhook${same.length < all.length ? ` of ${transactionStatus}` : ''}${copy}`
}

function attemptStep(name: string, attempt: Attempt, own: readonly TimelineEvent[], isOwn = false): ExplainedStep {
  const { number, isReplay, at, outcome } = attempt
  const got = outcome?.response ? `answered ${outcome.response.status}` : (outcome?.error ?? 'no answer yet')
  const planned = isReplay ? null : plannedAttempt(attempt, own)
  const why = isReplay && !isOwn ? 'replay by hand' : null
  return { event: `${name} attempt ${number}: ${got}`, planned, actual: at, state: 'happened', why }
}

/** Finds the due time of an attempt in the event that queued it or in the failed attempt before it. */
function plannedAttempt({ at }: Attempt, own: readonly TimelineEvent[]): SandboxMs | null {
  const dues = own.flatMap(({ facts }) => [facts.dueAt, facts.retryAt].filter((due) => typeof due === 'string'))
  return dues.map((due) => Date.parse(due)).findLast((due) => due <= at) ?? null
}

/** Returns the remaining steps of a webhook that was queued, or that none remain. */
function rest(
  { id, status, attempts }: Delivery,
  step: ExplainedStep,
  own: readonly TimelineEvent[],
  jobs: readonly Job[],
): readonly ExplainedStep[] {
  const isUnderWay = attempts.at(-1)?.outcome === null
  const next = jobs.filter((job) => job.kind === 'deliver' && job.deliveryId === id).slice(isUnderWay ? 1 : 0)
  const event = `${step.event} attempt ${attempts.length + 1}`
  const ahead = next.map(({ dueAt }): ExplainedStep => ({ ...step, event, planned: dueAt }))
  if (status === 'pending' && ahead.length === 0 && !isUnderWay) {
    return [{ ...step, event, why: 'waits for another webhook of its scenario' }]
  }
  // A replay that succeeds later does not undo it.
  const isOver = own.find(({ event }) => event === 'webhook_exhausted')
  if (isOver === undefined) return ahead
  const over = `${step.event}: given up after ${isOver.facts.attempts} attempts`
  return [{ ...step, event: over, planned: isOver.at, actual: isOver.at, state: 'happened' }, ...ahead]
}

/** Returns when a held webhook is sent if no other transaction joins it, or null if it waits for status queries. */
function plannedRelease(delivery: Delivery, all: readonly Delivery[]): SandboxMs | null {
  const hold = delivery.webhook.faults?.hold ?? null
  if (hold === null) return null
  const held = all.filter(({ status }) => status === 'held').map(readyAt)
  const ready = readyAt(delivery)
  return ready + (holdTimes(hold, held).get(ready) ?? 0)
}
