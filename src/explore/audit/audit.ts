import type { Delivery } from '../../domain/delivery.ts'
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

interface AuditParts {
  readonly plan: AuditPlan
  readonly shop: Shop
  /** Of the sandbox that the shop calls, at `url` with `key`. */
  readonly scheduled: ScheduledRun
  readonly url: string
  readonly key: string
  readonly sign: Forging['sign']
  /** Starts and kills the shop, if the plan says how. */
  readonly process: { readonly start: () => Promise<void>; readonly stop: () => Promise<void> } | null
}

type Judged = Pick<Row, 'seen' | 'verdict'>

/** Limits for the create call of an order, and for the work after a webhook, in real milliseconds. */
const patienceMs = 5000
const workMs = 2000
const lookMs = 25

export class Audit {
  readonly #parts: AuditParts
  #flows: readonly Flow[]

  constructor(parts: AuditParts) {
    this.#parts = parts
    this.#flows = parts.plan.flows ?? []
  }

  async *rows(): AsyncGenerator<Row> {
    for (const check of outcomeChecks) yield this.#row(check, () => this.#outcome(check.scenario))
    for (const check of changeChecks) yield this.#row(check, () => this.#changed(check.change))
    for (const forgery of forgeries) yield this.#row(forgery, () => this.#forged(forgery))
    yield this.#row(killedCheck, () => this.#killed())
  }

  /** What to do if the shop refused every signature, or null. Then no other advice applies. */
  get refusal(): string | null {
    const { scheduled, key } = this.#parts
    const attempts = scheduled.store.deliveries(key, { limit: 1000 }).flatMap((delivery) => delivery.attempts)
    const statuses = new Set(attempts.flatMap(({ outcome }) => outcome?.response?.status ?? []))
    if (statuses.size === 0 || [...statuses].some((status) => status !== 401 && status !== 403)) return null
    return `Your shop answered ${[...statuses].join(' or ')} to every webhook, so no check shows what it does with one. Give it the secret of the key ${key}, and verify the signature over the bytes of the body as they came; then run audit again.`
  }

  /** The row of a check. It reports an unreadable probe, and the other rows stay. */
  async #row({ check, askedForBy, advice }: Check, play: () => Promise<Judged>): Promise<Row> {
    const judged = await play().catch((error) => {
      // If the very first answer cannot be read, no other will be.
      if (!(error instanceof NotChecked) || check === outcomeChecks[0]?.check) throw error
      const [why = ''] = error.message.split('\n')
      // A shop that was killed must still know its orders.
      return check === killedCheck.check ? failed(why) : notChecked(why)
    })
    return { check, askedForBy, advice, ...judged }
  }

  async #outcome(scenario: string): Promise<Judged> {
    if (scenario === 'approve' || this.#flows.includes('mobile-money')) return this.#played([], scenario)
    return notChecked(`does not happen to ${this.#flows.join(', ')}`)
  }

  async #changed(change: ChangeName): Promise<Judged> {
    const judged = await this.#played([{ order: 1, change }], 'approve', change === 'reversed' ? 2 : 1)
    return this.#parts.scheduled.reached().length > 0 ? judged : notChecked(whyNotReached(change))
  }

  async #played(schedule: Schedule, scenario: string, count = 1): Promise<Judged> {
    const references = await this.#placed(schedule, scenario, count)
    await this.#parts.scheduled.runUntilIdle()
    return this.#judged(references)
  }

  /** Places orders under a schedule, and waits for their create calls. Returns their references. */
  async #placed(schedule: Schedule, scenario: string, count = 1): Promise<readonly string[]> {
    const { scheduled, shop, key } = this.#parts
    const { store } = scheduled
    scheduled.play(schedule)
    const references: string[] = []
    while (references.length < count) {
      const entry = { use: scenario, remaining: 1, match: null }
      await store.perform(key, {}, () => ({ result: null, changes: [{ change: 'queue.add', entry }] }))
      references.push(await shop.order())
      await this.#created(references.length)
    }
    if (this.#flows.length === 0)
      this.#flows = this.#collections().flatMap(({ id }) => store.transaction(key, id)?.flow ?? [])
    return references
  }

  async #created(count: number): Promise<void> {
    const { url, key } = this.#parts
    const until = monotonicMs() + patienceMs
    while (this.#collections().length < count) {
      if (monotonicMs() > until) {
        throw new AuditImpossible(
          `The shop took the order and made no create call that was accepted: point its base URL at ${url}, with the key ${key}, and look whether its call is refused`,
        )
      }
      await sleep(lookMs)
    }
  }

  /** The collections that the shop has made for the orders of a check. */
  #collections(): readonly Collection[] {
    return this.#parts.scheduled.collections().filter(({ business }) => business === this.#parts.key)
  }

  async #judged(references: readonly string[]): Promise<Judged> {
    const collections = this.#collections()
    const charged = collections.filter(({ status }) => status === 'COMPLETED').length
    if (charged > references.length) return failed(`the customer was charged ${charged} times`)
    let seen = ''
    for (const [index, reference] of references.entries()) {
      const collection = collections[index]
      const answer = collection && (await this.#answerAbout(collection, reference))
      if (!answer) return notChecked('the plan has no probe')
      seen = moneyText(collection, answer)
      if (moneyFault(collection, answer) !== null) return failed(seen)
    }
    return ok(seen)
  }

  /** The probe's answer once it is right, or after a time-out: the shop may still be working. */
  async #answerAbout(collection: Collection, reference: string): Promise<ProbeAnswer | null> {
    const until = monotonicMs() + workMs
    for (;;) {
      const answer = await this.#parts.shop.probe(reference)
      if (answer === null || moneyFault(collection, answer) === null || monotonicMs() > until) return answer
      await sleep(lookMs)
    }
  }

  async #forged({ make, anyAnswer, afterFailure }: Forgery): Promise<Judged> {
    const { scheduled, shop, key, sign } = this.#parts
    const { store } = scheduled
    const [real] = store.deliveries(key, { status: 'delivered', limit: 1 })
    const [reference = ''] = await this.#placed([], afterFailure ? 'wrong-pin' : 'approve')
    if (afterFailure) await scheduled.runUntilIdle()
    const [collection] = this.#collections()
    const callback = collection && store.transaction(key, collection.id)?.callbackUrl
    const url = callback ?? store.business(key).settings.callbackUrl
    if (!real || !collection || url === null) return notChecked('no webhook was ever delivered')
    const { id, reference: reference_business, amount } = collection
    const own = { ...JSON.parse(real.body), id, reference_business, amount: String(amount) }
    const before = await shop.probe(reference)
    const status = await shop.receive(url, make({ realSignature: signatureOf(real), own, sign }))
    const answered = status === null ? 'gave no answer' : `answered ${status}`
    // Time for what the shop must not do.
    await sleep(4 * lookMs)
    const after = await shop.probe(reference)
    // The order goes on, so that the next check begins with nothing open.
    await scheduled.runUntilIdle()
    if (after !== null && (after.paid !== before?.paid || after.credited !== before.credited)) {
      return failed(`${answered}; ${moneyText(collection, after)}`)
    }
    if (!anyAnswer && status !== null && (status < 400 || status > 499)) return failed(answered)
    if (after === null) return { ...notChecked('the plan has no probe'), seen: answered }
    return ok(`${answered}, and nothing changed`)
  }

  async #killed(): Promise<Judged> {
    const { scheduled, process } = this.#parts
    if (process === null) return notChecked('the plan has no restart')
    const references = await this.#placed([], 'approve')
    let isKilled = false
    const stopListening = scheduled.store.onCommit((commits) => {
      if (!commits.some(({ delivered }) => delivered)) return
      isKilled = true
      void process.stop()
    })
    await scheduled.runUntilIdle()
    stopListening()
    if (!isKilled) return notChecked('the shop took no webhook')
    await process.stop()
    await process.start()
    return this.#judged(references)
  }
}

function ok(seen: string): Judged {
  return { seen, verdict: 'ok' }
}

function failed(seen: string): Judged {
  return { seen, verdict: 'FAILED' }
}

function notChecked(why: string): Judged {
  return { seen: '', verdict: `not checked (${why})` }
}

/** The signature headers of a sent webhook; a setting can choose their name. */
function signatureOf({ attempts }: Delivery): Readonly<Record<string, string>> {
  const sent = Object.entries(attempts.at(-1)?.headers ?? {})
  return Object.fromEntries(sent.filter(([name]) => !/^(content-type|user-agent|x-sandbox-.*)$/.test(name)))
}

function whyNotReached(change: ChangeName): string {
  if (change === 'pending-first') return 'the shop did not ask for the status'
  if (change === 'reversed') return 'no two webhooks came in reverse'
  return 'it could not happen to this order'
}
