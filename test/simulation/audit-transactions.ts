import { eventNames } from '../../src/control/events/event-names.ts'
import { isListed } from '../../src/domain/happening.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import { countableEvents, seenIn } from './memory.ts'
import { scenarioOf, settlesOf, type View } from './view.ts'

/** Holds transactions and timelines against what was answered. */
export function auditTransactions(view: View): void {
  auditTimeline(view)
  auditReferences(view)
  for (const transaction of view.transactions) {
    auditOwnTimeline(view, transaction)
    auditStatus(view, transaction)
    auditScenario(view, transaction)
    if (transaction.plan.otp !== null) {
      auditOtp(view, transaction, transaction.plan.otp.attempts)
      auditDebit(view, transaction)
    }
  }
}

/** Nothing that was answered is forgotten; everything is answered in the order it happened. */
function auditTimeline({ world, memory, events, now }: View): void {
  const { seenEvents: seen } = memory
  const stillThere = events.filter(({ id }) => id <= seen.lastId).length
  if (stillThere !== seen.count) world.fail(`${seen.count} events were there, ${stillThere} still are`)
  for (const [index, { at, id }] of events.entries()) {
    if (at < (events[index - 1]?.at ?? 0)) world.fail(`event ${id} is older than the one before it`)
  }
  const last = events.at(-1)
  if (!last) return
  if (last.at > now) world.fail(`event ${last.id} is of ${last.at}, and it is ${now}`)
  memory.seenEvents = seenIn(events, last.id)
}

function auditReferences({ world, memory, transactions }: View): void {
  const byReference = new Map(transactions.map((one) => [one.reference, one]))
  if (byReference.size < transactions.length) world.fail('a reference is there twice')
  for (const { id, reference, scenario } of memory.created) {
    const stored = byReference.get(reference)
    if (stored?.id !== id) world.fail(`${reference} was answered as ${id}, and is ${stored?.id}`)
    if (stored?.plan.scenario !== scenario.name) world.fail(`${reference} was answered as ${scenario.name}`)
  }
}

/** What was answered has happened, and no more than was tried. */
function auditOwnTimeline({ world, memory, eventsOf }: View, { id }: Transaction): void {
  const events = eventsOf(id)
  const times = (name: string) => events.filter((entry) => isListed(entry) && eventNames[entry.kind] === name).length
  if (times('created') !== 1) world.fail(`${id} was created ${times('created')} times`)
  for (const name of countableEvents) {
    const [answered, tried] = [memory.answered.get(`${name} ${id}`) ?? 0, memory.tried.get(`${name} ${id}`) ?? 0]
    if (times(name) < answered)
      world.fail(`${name} of ${id} was answered ${answered} times, and happened ${times(name)} times`)
    if (times(name) > tried) world.fail(`${name} of ${id} was tried ${tried} times, and happened ${times(name)} times`)
  }
  const answered = memory.answered.get(`transfer_received ${id}`) ?? 0
  if (times('transfer_received') < answered) world.fail(`${answered} transfers to ${id} were answered`)
}

/** A final status stays; only a late transfer can still complete what had expired. */
function auditStatus(view: View, transaction: Transaction): void {
  const { world } = view
  const { id, status, plan, flow } = transaction
  const settles = settlesOf(view, transaction)
  const [first, second, ...more] = settles
  const isFinal = status === 'COMPLETED' || status === 'FAILED'
  if (isFinal !== settles.length > 0 || (isFinal && settles.at(-1)?.status !== status)) {
    world.fail(`${id} is ${status}, and was settled as ${settles.map((one) => one.status)}`)
  }
  if (!second) return
  const mayBeLate = flow === 'virtual-account' && plan.account?.lateTransfers === 'accept'
  const isLate = first?.result === 'expired' && first.status === 'FAILED' && second.status === 'COMPLETED'
  if (!mayBeLate || !isLate || more.length > 0) world.fail(`${id} was settled again`)
}

/** A transaction without acts goes as its scenario says, at the scenario's times. */
function auditScenario(view: View, transaction: Transaction): void {
  const { world, memory, now, quiet } = view
  const { id, flow, createdAt } = transaction
  if (memory.touched.has(id)) return
  const endings = scenarioOf(view, transaction).endings(flow)
  const settles = settlesOf(view, transaction)
  const wanted = endings.filter(([afterMs]) => createdAt + afterMs <= now)
  if (quiet !== 'busy' && settles.length !== wanted.length) {
    world.fail(`${id} should have been settled ${wanted.length} times, and was ${settles.length} times`)
  }
  for (const [index, { at, status }] of settles.entries()) {
    const [afterMs, asWritten] = endings[index] ?? world.fail(`${id} was settled beyond its scenario`)
    const due = createdAt + afterMs
    if (status !== asWritten) world.fail(`${id} became ${status}, and should be ${asWritten}`)
    if (memory.hasRun ? at < due : at !== due) world.fail(`${id} was settled at ${at}, and should be at ${due}`)
  }
}

function auditOtp(
  { world, eventsOf }: View,
  { id, wrongOtps, otpAcceptedAt, status }: Transaction,
  most: number,
): void {
  const events = eventsOf(id)
  const [accepted, twice] = events.filter(({ kind }) => kind === 'otp_accepted')
  const refused = events.filter(({ kind }) => kind === 'otp_refused').length
  if (twice) world.fail(`the OTP of ${id} was accepted twice`)
  if ((accepted?.at ?? null) !== otpAcceptedAt) world.fail(`${id} remembers its OTP at ${otpAcceptedAt}`)
  if (refused !== wrongOtps || refused > most) world.fail(`${refused} wrong OTPs of ${id}, ${wrongOtps} counted`)
  if (refused === most && (status !== 'FAILED' || accepted)) world.fail(`${id} outlived its last wrong OTP`)
}

/** Once its OTP was accepted a debit goes on as its scenario says, counted from there. */
function auditDebit(view: View, transaction: Transaction): void {
  const { world, memory, now, quiet } = view
  const { id, otpAcceptedAt } = transaction
  const ending = scenarioOf(view, transaction).otpEnding
  if (otpAcceptedAt === null || ending === null || memory.tried.has(`action ${id}`)) return
  const [settled] = settlesOf(view, transaction)
  const due = otpAcceptedAt + ending[0]
  if (!settled) {
    if (quiet !== 'busy' && due <= now) world.fail(`${id} was due at ${due}, and is still open`)
    return
  }
  if (settled.status !== ending[1]) world.fail(`${id} became ${settled.status} after its OTP`)
  const { at } = settled
  if (memory.hasRun ? at < due : at !== due) world.fail(`${id} was settled at ${at} after its OTP, due at ${due}`)
}
