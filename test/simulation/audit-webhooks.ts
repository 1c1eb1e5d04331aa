import type { Attempt, Delivery } from '../../src/domain/delivery.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import { auditDeliveryTimes } from './audit-times.ts'
import { grouped } from './grouped.ts'
import type { SimulatedScenario } from './scenarios.ts'
import { scenarioOf, settlesOf, type View } from './view.ts'

export function auditWebhooks(view: View): void {
  auditJobs(view)
  const byTransaction = grouped(view.deliveries, ({ transactionId }) => transactionId)
  for (const transaction of view.transactions) {
    const scenario = scenarioOf(view, transaction)
    const deliveries = byTransaction.get(transaction.id) ?? []
    auditCopies(view, transaction, { scenario, deliveries })
    for (const delivery of deliveries) {
      auditAttempts(view, delivery, scenario)
      auditEnd(view, delivery, scenario)
    }
    auditDeliveryTimes(view, transaction, { scenario, deliveries })
  }
  auditArrivals(view)
}

/** Every webhook that is to be sent has one job that will, and nothing due is left when all rests. */
function auditJobs({ world, jobs, deliveries, now, quiet }: View): void {
  const [overdue] = jobs
  if (quiet !== 'busy' && overdue && overdue.dueAt <= now) world.fail(`job ${overdue.id} was left behind`)
  if (quiet === 'idle' && overdue) world.fail(`job ${overdue.id} is still to come`)
  const promised = jobs.flatMap((job) => {
    if (job.kind !== 'deliver') return []
    const next = (job.next ?? []).map(({ deliveryId }) => deliveryId)
    return job.replay ? next : [job.deliveryId, ...next]
  })
  for (const { id, status } of deliveries) {
    const times = promised.filter((one) => one === id).length
    if (status === 'pending' && times !== 1) world.fail(`pending webhook ${id} has ${times} jobs`)
    if (status === 'held' && times !== 0) world.fail(`held webhook ${id} has ${times} jobs`)
  }
}

/** Every final status has its webhook, as often as the scenario says, always the same bytes. */
function auditCopies(
  view: View,
  transaction: Transaction,
  { scenario, deliveries }: { scenario: SimulatedScenario; deliveries: readonly Delivery[] },
): void {
  const { world } = view
  const settles = settlesOf(view, transaction)
  const copies = transaction.callbackUrl === null ? 0 : (scenario.webhook.copies ?? 1)
  if (deliveries.length !== settles.length * copies) {
    world.fail(`${transaction.id} has ${deliveries.length} webhooks for ${settles.length} final statuses`)
  }
  for (const { status } of settles) {
    const same = deliveries.filter(({ transactionStatus }) => transactionStatus === status)
    if (same.length !== copies) world.fail(`${transaction.id} has ${same.length} webhooks that say ${status}`)
    if (new Set(same.map(({ body }) => body)).size > 1) world.fail(`copies for ${transaction.id} differ`)
  }
}

/** Attempts are counted without gaps, no more than there was reason for, each with what became of it. */
function auditAttempts(view: View, { id, attempts }: Delivery, scenario: SimulatedScenario): void {
  const { world, memory, key } = view
  const retries = scenario.webhook.retry ?? world.settingsOf(key).retry
  const replays = memory.tried.get(`replay ${id}`) ?? 0
  const cut = attempts.filter(({ outcome }) => outcome === null)
  if (attempts.some(({ number }, index) => number !== index + 1)) world.fail(`the attempts of ${id} have gaps`)
  if (attempts.length > 1 + retries.length + replays + cut.length) world.fail(`${id} was tried too often`)
  if (cut.length > world.lives * (1 + replays)) world.fail(`${cut.length} attempts of ${id} were cut off`)
  for (const attempt of attempts) auditOutcome(view, id, attempt)
}

/** What is recorded of an attempt is what the receiver answered to that very attempt. */
function auditOutcome({ world, memory, quiet }: View, id: string, { number, outcome }: Attempt): void {
  const name = `${id}#${number}`
  const arrival = memory.arrivals.find((one) => one.delivery === id && one.number === number)
  if (outcome === null) {
    if (quiet !== 'busy' && arrival?.answer && arrival.life === world.lives) world.fail(`${name} was not recorded`)
    return
  }
  if (outcome.sent !== (arrival !== undefined)) world.fail(`${name} is recorded as sent: ${outcome.sent}`)
  if (!outcome.sent || !arrival) return
  const { answer } = arrival
  const isLost = outcome.error?.includes('was lost') ?? false
  const recorded = outcome.response?.body ?? null
  if (isLost ? answer === null : recorded !== (answer?.text ?? null)) {
    world.fail(`${name} was answered with ${answer?.text}, and is recorded as ${recorded}`)
  }
}

/** Where a webhook stands follows from its attempts and its scenario. */
function auditEnd(
  { world, quiet, key }: View,
  { id, status, attempts }: Delivery,
  { webhook }: SimulatedScenario,
): void {
  const isAnswered = attempts.some(({ outcome }) => {
    const code = outcome?.response?.status ?? 0
    return code >= 200 && code <= 299
  })
  if (isAnswered !== (status === 'delivered')) world.fail(`${id} is ${status}, its attempts answered: ${isAnswered}`)
  if (quiet === 'idle' && status === 'pending') world.fail(`${id} is pending for ever`)
  if (webhook.drop && status !== 'dropped' && !isAnswered) world.fail(`${id} is ${status}, and should be dropped`)
  if (status === 'dropped' && !webhook.drop) world.fail(`${id} was dropped`)
  if (status === 'held' && !webhook.hold && typeof webhook.delay !== 'object') world.fail(`${id} is held`)
  if (status === 'held' && webhook.hold && quiet === 'idle') world.fail(`${id} is held for ever`)
  const retries = webhook.retry ?? world.settingsOf(key).retry
  if (status === 'exhausted' && attempts.length <= retries.length) world.fail(`${id} was given up too early`)
}

/** Nothing arrived that is not a webhook of this epoch, and every one of them as it was frozen. */
function auditArrivals({ world, memory, deliveries }: View): void {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  for (const { delivery: id, number, body } of memory.arrivals) {
    const delivery = byId.get(id)
    if (!delivery?.attempts.some((attempt) => attempt.number === number)) world.fail(`${id}#${number} is not counted`)
    if (delivery?.body !== body) world.fail(`${id}#${number} came with other bytes`)
  }
}
