import type { Delivery } from '../../src/domain/delivery.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import type { SimulatedScenario } from './scenarios.ts'
import { msOf, settlesOf, type View } from './view.ts'

interface Sending {
  readonly scenario: SimulatedScenario
  readonly deliveries: readonly Delivery[]
}

/** Holds the times of attempts against the scenario: none too early, and none too late while the clock stood. */
export function auditDeliveryTimes(view: View, transaction: Transaction, { scenario, deliveries }: Sending): void {
  const isReplayed = (id: string) => view.memory.tried.has(`replay ${id}`)
  if (typeof scenario.webhook.delay === 'object' && deliveries.some(({ id }) => isReplayed(id))) return
  for (const { status, at, eventId } of settlesOf(view, transaction)) {
    const same = deliveries.filter(({ transactionStatus }) => transactionStatus === status)
    for (const [copy, delivery] of same.entries()) {
      if (isReplayed(delivery.id)) continue
      auditFirst(view, delivery, firstDue(view, { transaction, scenario, settledAt: at, eventId, copy }))
      auditRetries(view, delivery, scenario)
    }
  }
}

interface First {
  readonly transaction: Transaction
  readonly scenario: SimulatedScenario
  readonly settledAt: number
  readonly eventId: number
  readonly copy: number
}

/** When a webhook is due at first; null while something else decides that. */
function firstDue(view: View, { transaction, scenario, settledAt, eventId, copy }: First): number | null {
  const { delay, spacing = '0s', hold } = scenario.webhook
  if (hold !== undefined) return null
  if (typeof delay !== 'object') {
    const delayMs = delay === undefined || delay === 'before-reply' ? 0 : msOf(delay)
    return settledAt + delayMs + copy * msOf(spacing)
  }
  let count = 0
  const enough = view.eventsOf(transaction.id).find((entry) => {
    // Each final status has status queries of its own, when an account expired and was paid late.
    if (entry.kind === 'settled') count = 0
    const isCounted = entry.kind === 'status_queried' && (entry.status === 'COMPLETED' || entry.status === 'FAILED')
    if (isCounted) count++
    return isCounted && entry.id > eventId && count >= delay.statusQueries
  })
  return enough === undefined ? Number.POSITIVE_INFINITY : enough.at + msOf(delay.then ?? '0s')
}

function auditFirst({ world, memory, now, quiet }: View, { id, attempts, status }: Delivery, due: number | null): void {
  if (due === null || status === 'dropped') return
  const [first] = attempts
  if (!first) {
    if (quiet !== 'busy' && due <= now) world.fail(`${id} was due at ${due}, and was not sent`)
    return
  }
  if (memory.hasRun ? first.at < due : first.at !== due) world.fail(`${id} was sent at ${first.at}, due at ${due}`)
}

/** A retry comes when its wait is over, counted from the answer; what a crash cut off is sent again at once. */
function auditRetries(view: View, { id, attempts, transactionId }: Delivery, { webhook }: SimulatedScenario): void {
  const { world, memory, key, eventsOf } = view
  const retries = webhook.retry ?? world.settingsOf(key).retry
  for (const [index, { at }] of attempts.slice(1).entries()) {
    const before = attempts[index]
    if (!before) continue
    const answer = memory.arrivals.find((one) => one.delivery === id && one.number === before.number)?.answer
    const isHeard = before.outcome?.response !== null
    const askedMs = isHeard ? (answer?.retryAfterMs ?? 0) : 0
    const recorded = eventsOf(transactionId).find(
      ({ kind, deliveryId, attempt }) => kind === 'webhook_attempted' && deliveryId === id && attempt === before.number,
    )
    const waitMs = before.outcome === null ? 0 : Math.max(msOf(retries[index] ?? '0s'), askedMs)
    const due = (recorded?.at ?? before.at) + waitMs
    if (memory.hasRun ? at < due : at !== due) world.fail(`${id}#${index + 2} was tried at ${at}, due at ${due}`)
  }
}
