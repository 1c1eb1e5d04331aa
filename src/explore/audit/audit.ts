import type { Flow } from '../../domain/transaction.ts'
import { type Collection, moneyFault, moneyText } from '../../report/money-oracle.ts'
import { NotChecked, type ProbeAnswer } from '../../report/probe.ts'
import { monotonicMs, sleep } from '../../time.ts'
import type { ChangeName } from '../changes.ts'
import type { Schedule } from '../schedule.ts'
import type { ScheduledRun } from '../scheduled-run.ts'
import { type Forgery, type Forging, forgeries } from './forgeries.ts'
import type { AuditPlan } from './plan.ts'
import { type Check, changeChecks, killedCheck, outcomeChecks, type Row } from './rows.ts'
import { AuditImpossible, type Shop } from './shop.ts'

/** A webhook of the audited business as it was sent. */
interface SentWebhook {
  readonly body: Readonly<Record<string, unknown>>
  readonly signature: Readonly<Record<string, string>>
}

/** What the audit needs of the sandbox that it runs against. */
export interface AuditedSandbox {
  readonly url: string
  readonly key: string
  readonly scheduled: ScheduledRun
  /** Queues a scenario for the next create call. */
  readonly use: (scenario: string) => Promise<void>
  /** The collections of the audited business, oldest first. */
  readonly collections: () => readonly Collection[]
  readonly flowOf: (id: string) => Promise<Flow>
  /** Where the webhook of a transaction goes; null if nowhere. */
  readonly callbackOf: (id: string) => Promise<string | null>
  /** The newest webhook that was answered 2xx. */
  readonly lastWebhook: () => Promise<SentWebhook | null>
  readonly sign: Forging['sign']
}

/** Starts and kills the shop, if the plan says how. */
export interface ShopProcess {
  readonly killAtNextWebhook: () => Promise<void>
  readonly start: () => Promise<void>
}

interface AuditParts {
  readonly plan: AuditPlan
  readonly shop: Shop
  readonly sandbox: AuditedSandbox
  readonly process: ShopProcess | null
}

/** How long the create call of an order, and the work after a webhook, may take in real time. */
const patienceMs = 5000
const workMs = 2000
const lookMs = 25

/** Plays every check against a running shop, one order after the other. Yields a row for each. */
export async function* audit({ plan, shop, sandbox, process }: AuditParts): AsyncGenerator<Row> {
  const { scheduled } = sandbox
  const first = await placed([], 'approve', 1)
  const flow = await sandbox.flowOf(first.collections()[0]?.id ?? '')
  await scheduled.runUntilIdle()
  for (const check of outcomeChecks) {
    if (check.check === 'approved') yield await judged(check, first)
    else if (!(plan.flows ?? [flow]).includes('mobile-money'))
      yield row(check, '', `not checked (does not happen to ${flow})`)
    else yield await readable(check, played(check, [], check.scenario))
  }
  for (const check of changeChecks) yield await readable(check, changed(check))
  for (const forgery of forgeries) yield await readable(forgery, forged(forgery))
  yield await readable(killedCheck, killed())

  /** The row of a check; where the probe cannot be read, the row says so, and the others stand. */
  async function readable(check: Check, work: Promise<Row>): Promise<Row> {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error
      const [why = ''] = error.message.split('\n')
      // A shop that was killed must still know its orders.
      return check === killedCheck ? row(check, why, 'FAILED') : row(check, '', `not checked (${why})`)
    }
  }

  /** Places orders under a schedule, and waits for their create calls. */
  async function placed(schedule: Schedule, scenario: string, count: number): Promise<Placed> {
    const before = sandbox.collections().length
    scheduled.play(schedule)
    const references: string[] = []
    for (let order = 0; order < count; order++) {
      await sandbox.use(scenario)
      references.push(await shop.order())
      await created(order + 1)
    }
    return { references, collections: () => sandbox.collections().slice(before) }
  }

  async function created(count: number): Promise<void> {
    const until = monotonicMs() + patienceMs
    while (scheduled.orders.length < count) {
      if (monotonicMs() > until) {
        throw new AuditImpossible(
          `The shop took the order and made no create call that was accepted: point its base URL at ${sandbox.url}, with the key ${sandbox.key}, and look whether its call is refused`,
        )
      }
      await sleep(lookMs)
    }
  }

  async function played(check: Check, schedule: Schedule, scenario: string, count = 1): Promise<Row> {
    const orders = await placed(schedule, scenario, count)
    await scheduled.runUntilIdle()
    return judged(check, orders)
  }

  async function changed(check: Check & { readonly change: ChangeName }): Promise<Row> {
    const { change } = check
    const result = await played(check, [{ order: 1, change }], 'approve', change === 'reversed' ? 2 : 1)
    const isReached = scheduled.reached().length > 0
    return isReached ? result : row(check, '', `not checked (${whyNotReached(change)})`)
  }

  /** Judges the money of orders by the probe; the shop may work on for a moment after its answer. */
  async function judged(check: Check, { references, collections }: Placed): Promise<Row> {
    const all = collections()
    const charged = all.filter(({ status }) => status === 'COMPLETED').length
    if (charged > references.length) return row(check, `the customer was charged ${charged} times`, 'FAILED')
    let seen = ''
    for (const [index, reference] of references.entries()) {
      const collection = all[index]
      const answer = collection && (await untilRight(reference, collection))
      if (!answer) return row(check, '', 'not checked (the plan has no probe)')
      seen = moneyText(collection, answer)
      if (moneyFault(collection, answer) !== null) return row(check, seen, 'FAILED')
    }
    return row(check, seen, 'ok')
  }

  async function untilRight(reference: string, collection: Collection): Promise<ProbeAnswer | null> {
    const until = monotonicMs() + workMs
    for (;;) {
      const answer = await shop.probe(reference)
      if (answer === null || moneyFault(collection, answer) === null || monotonicMs() > until) return answer
      await sleep(lookMs)
    }
  }

  async function forged(forgery: Forgery): Promise<Row> {
    const real = await sandbox.lastWebhook()
    const { references, collections } = await placed([], forgery.afterFailure ? 'wrong-pin' : 'approve', 1)
    if (forgery.afterFailure) await scheduled.runUntilIdle()
    const [collection] = collections()
    const url = collection && (await sandbox.callbackOf(collection.id))
    if (!real || !collection || !url) return row(forgery, '', 'not checked (no webhook was ever delivered)')
    const own = {
      ...real.body,
      id: collection.id,
      reference_business: collection.reference,
      amount: String(collection.amount),
    }
    const { body, headers } = forgery.make({ real: real.body, realSignature: real.signature, own, sign: sandbox.sign })
    const reference = references[0] ?? ''
    const before = await shop.probe(reference)
    const status = await shop.receive(url, body, headers)
    const answered = status === null ? 'gave no answer' : `answered ${status}`
    const after = await afterWork(reference)
    // The order goes on, so that the next check begins with nothing open.
    await scheduled.runUntilIdle()
    if (after !== null && (after.paid !== before?.paid || after.credited !== before.credited)) {
      return row(forgery, `${answered}; ${moneyText(collection, after)}`, 'FAILED')
    }
    const isRefused = status === null || (status >= 400 && status <= 499)
    if (forgery.wants4xx && !isRefused) return row(forgery, answered, 'FAILED')
    if (after === null) return row(forgery, answered, 'not checked (the plan has no probe)')
    return row(forgery, `${answered}, and nothing changed`, 'ok')
  }

  /** The answer of the probe once the shop had time to do what it must not do. */
  async function afterWork(reference: string): Promise<ProbeAnswer | null> {
    await sleep(4 * lookMs)
    return shop.probe(reference)
  }

  async function killed(): Promise<Row> {
    if (process === null) return row(killedCheck, '', 'not checked (the plan has no restart)')
    const orders = await placed([], 'approve', 1)
    const killing = process.killAtNextWebhook().then(() => true)
    await scheduled.runUntilIdle()
    const isKilled = await Promise.race([killing, sleep(workMs).then(() => false)])
    if (!isKilled) return row(killedCheck, '', 'not checked (the shop took no webhook)')
    await process.start()
    return judged(killedCheck, orders)
  }
}

interface Placed {
  readonly references: readonly string[]
  readonly collections: () => readonly Collection[]
}

function row({ check, askedForBy, advice }: Check, seen: string, verdict: Row['verdict']): Row {
  return { check, askedForBy, seen, verdict, advice }
}

function whyNotReached(change: ChangeName): string {
  if (change === 'pending-first') return 'the shop did not ask for the status'
  if (change === 'reversed') return 'no two webhooks came in reverse'
  return 'it could not happen to this order'
}
