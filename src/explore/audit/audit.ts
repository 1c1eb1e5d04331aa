import type { Delivery } from '../../domain/delivery.ts'
import { toMajor } from '../../domain/money.ts'
import { type Flow, flowHas, type Transaction } from '../../domain/transaction.ts'
import { NotChecked } from '../../oracle/ask/not-checked.ts'
import type { Probe } from '../../oracle/ask/probe.ts'
import { verdictText } from '../../oracle/verdict-text.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { type ChangeName, ruleOf } from '../changes.ts'
import type { Schedule } from '../schedule.ts'
import type { ScheduledRun } from '../scheduled-run.ts'
import { type Forgery, type Forging, forgeries } from './forgeries.ts'
import type { AuditPlan } from './plan.ts'
import { type Check, changeChecks, killedCheck, outcomeChecks, type Row } from './rows.ts'
import { AuditImpossible, type Shop } from './shop.ts'

interface AuditParts {
  readonly plan: AuditPlan
  readonly shop: Shop
  readonly probe: Probe | null
  /** Of the sandbox that the shop calls, at `url` with `key`. */
  readonly scheduled: ScheduledRun
  readonly url: string
  readonly key: string
  readonly sign: Forging['sign']
  /** Starts and kills the shop, if the plan says how. */
  readonly process: { readonly start: () => Promise<void>; readonly stop: () => Promise<void> } | null
}

type Judged = Pick<Row, 'seen' | 'verdict'>

/** The limit for the create call of an order, in real milliseconds. */
const patienceMs = 5000
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
      const { why } = error
      // A shop that was killed must still know its orders.
      return check === killedCheck.check ? failed(why) : notChecked(why)
    })
    return { check, askedForBy, advice, ...judged }
  }

  async #outcome(scenario: string): Promise<Judged> {
    if (scenario === 'approve' || this.#flows.some((flow) => flowHas(flow, 'prompt'))) return this.#played([], scenario)
    return notChecked(`does not happen to ${this.#flows.join(', ')}`)
  }

  async #changed(change: ChangeName): Promise<Judged> {
    const judged = await this.#played(
      [{ order: 1, change }],
      'approve',
      ruleOf(change).applyToNext === undefined ? 1 : 2,
    )
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
    if (this.#flows.length === 0) this.#flows = this.#collections().map(({ flow }) => flow)
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
  #collections(): readonly Transaction[] {
    return this.#parts.scheduled.collections(this.#parts.key)
  }

  async #judged(references: readonly string[]): Promise<Judged> {
    const charged = this.#collections().filter(({ status }) => status === 'COMPLETED').length
    if (charged > references.length) return failed(`the customer was charged ${charged} times`)
    const money = await this.#parts.scheduled.checkMoney()
    if (money === null) return notChecked('the plan has no probe')
    const { verdicts, notChecked: whys, isUnasked } = money
    if (isUnasked) throw new NotChecked(`${whys[0]}`)
    const wrong = verdicts.find(({ verdict }) => verdict === 'wrong')
    if (wrong !== undefined) return failed(verdictText(wrong))
    const [why] = whys
    return why === undefined ? ok(verdicts.map(verdictText).at(-1) ?? '') : notChecked(`${why.split('\n')[0]}`)
  }

  async #forged({ make, anyAnswer, afterFailure }: Forgery): Promise<Judged> {
    const { scheduled, shop, probe, key, sign } = this.#parts
    const { store } = scheduled
    const [real] = store.deliveries(key, { status: 'delivered', limit: 1 })
    const [reference = ''] = await this.#placed([], afterFailure ? 'wrong-pin' : 'approve')
    if (afterFailure) await scheduled.runUntilIdle()
    const [collection] = this.#collections()
    const url = collection?.callbackUrl ?? store.business(key).settings.callbackUrl
    if (!real || !collection || url === null) return notChecked('no webhook was ever delivered')
    const { id, reference: reference_business, amountMinor, currency } = collection
    const own = { ...JSON.parse(real.body), id, reference_business, amount: String(toMajor(amountMinor, currency)) }
    const asked = () => probe?.orders?.ask(reference) ?? null
    const before = await asked()
    const status = await shop.receive(url, make({ realSignature: signatureOf(real), own, sign }))
    const answered = status === null ? 'gave no answer' : `answered ${status}`
    // Time for what the shop must not do.
    await sleep(4 * lookMs)
    const after = await asked()
    // The order goes on, so that the next check begins with nothing open.
    await scheduled.runUntilIdle()
    if (after !== null && JSON.stringify(after.row) !== JSON.stringify(before?.row)) {
      return failed(`${answered}; the probe answered before: ${before?.text}; and after: ${after.text}`)
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

/** Changes of the answer to a status query. */
const asksForStatus: readonly ChangeName[] = ['webhook-before-status-reply', 'pending-first', 'status-fails']

function whyNotReached(change: ChangeName): string {
  if (asksForStatus.includes(change)) return 'the shop did not ask for the status'
  if (change === 'reversed') return 'no two webhooks came in reverse'
  if (change === 'together') return 'no two webhooks came at the same moment'
  return 'it could not happen to this order'
}
