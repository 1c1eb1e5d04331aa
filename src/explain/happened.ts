import type { SandboxMs } from '../domain/clock.ts'
import { markOf } from '../domain/delivery.ts'
import type { About, Kind, Recorded, TimelineEvent } from '../domain/happening.ts'
import { isAnsweredAtOnce } from '../domain/plan.ts'
import type { Transaction } from '../domain/transaction.ts'
import { isShown } from '../words/happening.ts'
import { type LifeStep, plannedAt, type Stored } from './life-step.ts'

export function happened({ transaction, timeline, deliveries }: Stored): readonly LifeStep[] {
  const statuses = new Set(
    deliveries.flatMap(({ webhook, transactionStatus }) => (webhook.byHand ? [] : transactionStatus)),
  )
  const reports = new Map(deliveries.map(({ id, transactionStatus }) => [id, transactionStatus]))
  const past = timeline.filter(isShown).map((entry): LifeStep => {
    const { id: _, transactionId: _transaction, reference: _reference, at, ...what } = entry
    const of = statuses.size < 2 || what.byHand ? undefined : reports.get(what.deliveryId ?? '')
    const planned = plannedTime(entry, transaction, timeline)
    return { what: { ...what, ...(of && { of }) }, state: 'happened', at, planned }
  })
  const underWay = deliveries.flatMap((delivery) =>
    delivery.attempts
      .filter(({ outcome }) => outcome === null)
      .map(({ number, at }): LifeStep => {
        const about = markOf(delivery, number)
        const planned = dueOf(about, at, timeline)
        return { what: { kind: 'webhook_attempted', came: null, ...about }, state: 'happened', at, planned }
      }),
  )
  const timeOf = (step: LifeStep) => ('at' in step ? step.at : 0)
  return [...past, ...underWay].toSorted((one, other) => timeOf(one) - timeOf(other))
}

/** Kinds that come at once with what brings them. */
const atOnce: readonly Kind[] = [
  'created',
  'prompt_sent',
  'otp_sent',
  'webhook_unaddressed',
  'webhook_dropped',
  'webhook_held',
  'webhook_exhausted',
]

function plannedTime(
  entry: Recorded & { readonly at: SandboxMs },
  { plan, ...transaction }: Transaction,
  timeline: readonly TimelineEvent[],
): SandboxMs | null {
  const { kind, cause, at } = entry
  if (kind === 'answered') return isAnsweredAtOnce(plan) ? at : null
  if (atOnce.includes(kind)) return at
  if (kind === 'webhook_attempted') return cause === undefined ? dueOf(entry, at, timeline) : null
  const step = cause?.by === 'step' ? plan.steps[cause.step] : undefined
  return step === undefined ? null : plannedAt(step, transaction)
}

/** Finds the due time of an attempt in the entry that queued it or in the failed attempt before it. */
function dueOf({ deliveryId }: About, at: SandboxMs, timeline: readonly TimelineEvent[]): SandboxMs | null {
  const dues = timeline.flatMap((entry) => {
    if (entry.deliveryId !== deliveryId) return []
    if (entry.kind === 'webhook_queued') return entry.dueAt ?? []
    return entry.kind === 'webhook_attempted' ? (entry.came?.retryAt ?? []) : []
  })
  return dues.map((due) => Date.parse(due)).findLast((due) => due <= at) ?? null
}
