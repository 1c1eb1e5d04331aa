import type { Delivery } from '../../src/domain/delivery.ts'
import { msOf, type View } from './view.ts'

const longestHoldMs = 60_000

/** Holds webhooks that wait for each other against the rule: enough of them, or a minute; then in the story's order. */
export function auditHolds(view: View): void {
  for (const story of new Set(view.world.stories)) {
    const { hold, release, delay } = story.webhook
    if (hold === undefined) continue
    const delayMs = typeof delay === 'string' ? msOf(delay) : 0
    const ids = new Set(view.transactions.filter(({ plan }) => plan.scenario === story.name).map(({ id }) => id))
    const deliveries = view.deliveries.filter(({ transactionId }) => ids.has(transactionId))
    auditHeld(view, deliveries, { hold, delayMs })
    for (const batch of batchesOf(view, deliveries)) auditBatch(view, batch, { hold, release, delayMs })
  }
}

/** At rest nothing is held that could go. */
function auditHeld(
  { world, quiet, now }: View,
  deliveries: readonly Delivery[],
  { hold, delayMs }: { hold: number; delayMs: number },
): void {
  if (quiet === 'busy') return
  const ready = deliveries.filter(({ status, createdAt }) => status === 'held' && createdAt + delayMs <= now)
  if (ready.length >= hold) world.fail(`${ready.length} webhooks are held, and ${hold} are enough`)
  const [oldest] = ready
  if (oldest && oldest.createdAt + delayMs + longestHoldMs <= now) world.fail(`${oldest.id} is held for too long`)
}

interface Batch {
  readonly at: number
  /** In the order in which they were settled. */
  readonly deliveries: readonly Delivery[]
}

/** Webhooks that were let go together: the timeline tells of them in a row. */
function batchesOf({ events }: View, deliveries: readonly Delivery[]): readonly Batch[] {
  const rows: { at: number; ids: string[] }[] = []
  let last = -1
  for (const { id, at, event, facts } of events) {
    const isOurs = event === 'webhook_queued' && deliveries.some((one) => one.id === facts.deliveryId)
    if (!isOurs) continue
    if (id !== last + 1) rows.push({ at, ids: [] })
    rows.at(-1)?.ids.push(String(facts.deliveryId))
    last = id
  }
  return rows.map(({ at, ids }) => ({ at, deliveries: deliveries.filter(({ id }) => ids.includes(id)) }))
}

function auditBatch(
  { world, memory, key, quiet }: View,
  { at, deliveries }: Batch,
  rule: { hold: number; release: string | undefined; delayMs: number },
): void {
  const [oldest] = deliveries
  const isCrowd = deliveries.length >= rule.hold
  const isOver = oldest !== undefined && oldest.createdAt + rule.delayMs + longestHoldMs <= at
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
