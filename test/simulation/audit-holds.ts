import type { Delivery } from '../../src/domain/delivery.ts'
import { grouped } from './grouped.ts'
import type { SimulatedScenario } from './scenarios.ts'
import { msOf, type View } from './view.ts'

const longestHoldMs = 60_000

/** Holds webhooks that wait for each other against the rule: enough of them, or a minute; then in the scenario's order. */
export function auditHolds(view: View): void {
  for (const { name, webhook } of new Set(view.world.scenarios)) {
    const { hold, release } = webhook
    if (hold === undefined) continue
    const ids = new Set(view.transactions.filter(({ plan }) => plan.scenario === name).map(({ id }) => id))
    const deliveries = inOrderOfReadiness(
      view.deliveries.filter(({ transactionId }) => ids.has(transactionId)),
      webhook,
    )
    auditHeld(view, deliveries, hold)
    for (const batch of batchesOf(view, deliveries)) auditBatch(view, batch, { hold, release })
  }
}

interface Waiting extends Delivery {
  readonly readyAt: number
}

/** Each copy is ready in its own time, so that one can come after the webhooks of later transactions; ties stay as made. */
function inOrderOfReadiness(
  deliveries: readonly Delivery[],
  { delay, spacing = '0s' }: SimulatedScenario['webhook'],
): readonly Waiting[] {
  const delayMs = typeof delay === 'string' ? msOf(delay) : 0
  const copies = grouped(deliveries, ({ transactionId, transactionStatus }) => `${transactionId} ${transactionStatus}`)
  const waiting = [...copies.values()].flatMap((same) =>
    same.map((one, copy) => ({ ...one, readyAt: one.createdAt + delayMs + copy * msOf(spacing) })),
  )
  const place = new Map(deliveries.map(({ id }, index) => [id, index]))
  const placeOf = ({ id }: Delivery) => place.get(id) ?? 0
  return waiting.toSorted((one, other) => one.readyAt - other.readyAt || placeOf(one) - placeOf(other))
}

/** At rest nothing is held that could go. */
function auditHeld({ world, quiet, now }: View, deliveries: readonly Waiting[], hold: number): void {
  if (quiet === 'busy') return
  const ready = deliveries.filter(({ status, readyAt }) => status === 'held' && readyAt <= now)
  if (ready.length >= hold) world.fail(`${ready.length} webhooks are held, and ${hold} are enough`)
  const [first] = ready
  if (first && first.readyAt + longestHoldMs <= now) world.fail(`${first.id} is held for too long`)
}

interface Batch {
  readonly at: number
  /** In the order in which they became ready. */
  readonly deliveries: readonly Waiting[]
}

/** Webhooks that were let go together: the timeline shows them in a row. */
function batchesOf({ events }: View, deliveries: readonly Waiting[]): readonly Batch[] {
  const rows: { at: number; ids: string[] }[] = []
  let last = -1
  for (const { id, at, kind, deliveryId } of events) {
    const isOurs = kind === 'webhook_queued' && deliveries.some((one) => one.id === deliveryId)
    if (!isOurs) continue
    if (id !== last + 1) rows.push({ at, ids: [] })
    rows.at(-1)?.ids.push(String(deliveryId))
    last = id
  }
  return rows.map(({ at, ids }) => ({ at, deliveries: deliveries.filter(({ id }) => ids.includes(id)) }))
}

function auditBatch(
  { world, memory, key, quiet }: View,
  { at, deliveries }: Batch,
  rule: { hold: number; release: string | undefined },
): void {
  const [first] = deliveries
  const isCrowd = deliveries.length >= rule.hold
  const isOver = first !== undefined && first.readyAt + longestHoldMs <= at
  if (!isCrowd && !isOver && !memory.hasPruned)
    world.fail(`${deliveries.length} webhooks of ${key} were let go too early`)
  if (quiet === 'idle') world.saw(isCrowd ? 'held webhooks released by count' : 'held webhooks released by time')
  if (deliveries.some(({ id }) => memory.tried.has(`replay ${id}`))) return
  const wanted = rule.release === 'last-first' ? deliveries.toReversed() : deliveries
  const sent = [...memory.sent].filter((id) => wanted.some((one) => one.id === id))
  const order = wanted.map(({ id }) => id).filter((id) => sent.includes(id))
  if (sent.join() !== order.join()) world.fail(`held webhooks went in the order ${sent}, and should go as ${order}`)
  if (quiet !== 'idle' || deliveries.length < 2) return
  if (rule.release === 'last-first') world.saw('held webhooks sent last-first')
  const isCut = wanted.slice(0, -1).some(({ attempts }) => attempts.some(({ outcome }) => outcome === null))
  if (isCut) world.saw('held webhooks sent on after a crash')
}
