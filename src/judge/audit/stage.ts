import { type Flow, isFinal, isPayout, type Transaction } from '../../domain/transaction.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { type BooksEvent, oneBook, type TwoBooks } from '../verdict/two-books.ts'
import { type Judged, notPlayed } from './judged.ts'
import { type AuditParts, madeIn, type RowPlay } from './parts.ts'
import type { Subject } from './plan.ts'
import { RowJudge } from './row-judge.ts'
import { type Answer, AuditImpossible, type Posted } from './shop.ts'

/** How long the shop may take for its create call, and for another one after a refusal, in real milliseconds. */
const patienceMs = 5000
const againMs = 3000
const lookMs = 25

/** A query may be answered 503, and the next one dropped. */
const asksAtRest = 3

/** The shop made no create call that was accepted; the message is the reason. */
export class NothingCreated extends Error {}

/** Plays rows of an audit: customers ask, time moves, and the books are compared. */
export class AuditStage {
  readonly parts: AuditParts
  readonly #judge: RowJudge
  readonly #flows = new Set<Flow>()
  readonly #known = new Set<Subject>()
  /** How the shop answered its newest order or withdrawal. */
  #answer: Answer = { status: null, text: 'took it' }
  /** True while something of a row may be due. */
  #isOpen = false
  /** What the audit itself did to the shop in a row: forged webhooks, and deaths. */
  #done: BooksEvent[] = []

  constructor(parts: AuditParts) {
    this.parts = parts
    this.#judge = new RowJudge(parts)
  }

  /** The flows of the create calls so far. */
  flows(subject: Subject): readonly Flow[] {
    return [...this.#flows].filter((flow) => isPayout(flow) === (subject === 'payout'))
  }

  /** What the shop answered to webhooks so far. */
  get webhookAnswers() {
    const { scheduled, key } = this.parts
    const attempts = scheduled.store.deliveries(key, { limit: 1000 }).flatMap((delivery) => delivery.attempts)
    return attempts.flatMap(({ outcome }) => (outcome?.response ? { ...outcome, ...outcome.response } : []))
  }

  /** True if the shop accepted no webhook so far. */
  get refusesWebhooks(): boolean {
    return this.webhookAnswers.every(({ status }) => status < 200 || status > 299)
  }

  /** Why there is no webhook that the shop accepted. */
  get whyNoWebhook(): string {
    return this.webhookAnswers.length > 0 && this.refusesWebhooks
      ? 'the shop refused every webhook'
      : 'no webhook reached the shop'
  }

  /** The transactions that the shop made for a row. */
  made(subject: Subject): readonly Transaction[] {
    return madeIn(this.parts, subject)
  }

  async played(played: RowPlay): Promise<Judged> {
    await this.place(played)
    // While it is open, too.
    await this.askShop()
    if (played.asksAtEnd) await this.#askAtEnd(played.subject)
    return this.judged(played)
  }

  /** Moves time to the final status and no further, and makes the shop ask for it. A shop may also ask when its books are read. */
  async #askAtEnd(subject: Subject): Promise<void> {
    const { scheduled, key, probe } = this.parts
    await scheduled.runStepwise(key, () => this.made(subject).every(({ status }) => isFinal(status)))
    await this.askShop()
    const books = subject === 'order' ? probe?.orders : probe?.payouts
    for (const { reference } of this.made(subject)) await books?.ask(reference)
  }

  /** Moves time until nothing is due. A shop that asks by a timer asks then, and again where it got no final answer. */
  async rest(): Promise<void> {
    const { scheduled, plan } = this.parts
    await scheduled.runUntilIdle()
    for (let left = plan.ask === undefined ? 0 : asksAtRest; left > 0; left--) {
      await this.askShop()
      await scheduled.runUntilIdle()
    }
    this.#isOpen = false
  }

  /** Rests if the play before left something open: it would be seen in the next one. */
  async settle(): Promise<void> {
    if (this.#isOpen) await this.rest()
  }

  /** Makes the shop ask for the status of what is open, if the plan says how. */
  async askShop(): Promise<void> {
    const { plan, shop } = this.parts
    if (plan.ask !== undefined) await shop.ask(plan.ask)
  }

  /** Places orders or withdrawals, and waits for their create calls. Throws an `AuditImpossible` or a `NothingCreated`. */
  async place({ subject, scenarios, schedule = [], mayBeRefused }: RowPlay): Promise<void> {
    const { scheduled, shop, key } = this.parts
    await this.settle()
    this.#isOpen = true
    this.#done = []
    const [newest] = scheduled.store.transactions(key, { limit: 1 })
    scheduled.play(schedule)
    if (subject === 'payout' && newest !== undefined && this.#judge.isAllDone) await scheduled.knowBalance(key, newest)
    for (const [index, scenario] of scenarios.entries()) {
      await this.#choose(scenario)
      const isKnown = this.#known.has(subject)
      this.#answer = isKnown ? await shop.place(subject) : await shop.placeFirst(subject, () => scheduled.refusal)
      await this.#created(subject, index + 1, mayBeRefused === true)
      this.#known.add(subject)
    }
    for (const { flow } of this.made(subject)) this.#flows.add(flow)
  }

  /** A customer makes the newest call once more, as it was. The shop may know it, and do nothing. */
  async repeat(subject: Subject, scenario: string): Promise<void> {
    const next = this.made(subject).length + 1
    this.#isOpen = true
    await this.#choose(scenario)
    this.#answer = await this.parts.shop.repeat(subject)
    await this.#created(subject, next, true)
  }

  /** Sends a webhook about a transaction that only an attacker sends. Returns how the shop answered, and with which status. */
  async forge(transaction: Transaction, url: string, forged: Posted, what: string) {
    const event = this.#eventOf(transaction)
    const status = await this.parts.shop.receive(url, forged)
    const answered = status === null ? 'gave no answer' : `answered ${status}`
    this.#done.push({ ...event, text: `forged webhook (${what}): ${answered}` })
    return { status, answered }
  }

  /** Notes what the audit does to the shop now. */
  note(subject: Subject, text: string): void {
    this.#done.push(...this.made(subject).map((transaction) => ({ ...this.#eventOf(transaction), text })))
  }

  #eventOf({ id, reference }: Transaction): Omit<BooksEvent, 'text'> {
    const { scheduled, key } = this.parts
    return { id: scheduled.store.timeline(key, id).at(-1)?.id ?? 0, at: scheduled.store.now(key), reference }
  }

  /** What happened in the newest row. */
  happened(subject: Subject): TwoBooks {
    const { scheduled, key } = this.parts
    const references = this.made(subject).map(({ reference }) => reference)
    return oneBook(scheduled.store, { business: key, references }, this.#done)
  }

  /** Judges the money of a row, once nothing of it is due. */
  async judged(played: RowPlay): Promise<Judged> {
    await this.rest()
    return (await this.#judge.judged(played, this.#done)) ?? notPlayed(this.#whyNothing())
  }

  #whyNothing(): string {
    const { refusal } = this.parts.scheduled
    if (refusal !== null) return `${refusal}; the shop ${this.#answer.text}`
    const isLate = this.parts.plan.ask === undefined && statusClass(this.#answer) === 2
    return `the shop ${this.#answer.text} and made no create call${isLate ? '; if a timer makes it, name it in `ask`' : ''}`
  }

  async #choose(scenario: string): Promise<void> {
    const { scheduled, key } = this.parts
    const entry = { use: scenario, remaining: 1, match: null }
    await scheduled.store.perform(key, {}, () => ({
      result: null,
      // What an earlier row left is not for this one.
      changes: [{ change: 'queue.clear' }, { change: 'queue.add', entry }],
    }))
  }

  async #created(subject: Subject, count: number, mayBeRefused: boolean): Promise<void> {
    const { url, key } = this.parts
    const began = monotonicMs()
    while (this.made(subject).length < count) {
      const isRefused = mayBeRefused && this.parts.scheduled.refusal !== null
      if (monotonicMs() - began <= (isRefused ? againMs : patienceMs)) {
        await sleep(lookMs)
        continue
      }
      if (mayBeRefused) return
      if (this.#known.has(subject)) throw new NothingCreated(this.#whyNothing())
      const { refusal } = this.parts.scheduled
      if (refusal !== null) throw new AuditImpossible(`The shop took the ${subject}, but ${refusal}`)
      const login = statusClass(this.#answer) === 3 ? 'log the customer in with headers of the plan, or ' : ''
      throw new AuditImpossible(
        `The shop ${this.#answer.text} and made no create call: ${login}point its base URL at ${url}, with the key ${key}`,
      )
    }
  }
}

/** 2 for success, 3 for a redirect. */
function statusClass({ status }: Answer): number | null {
  return status && Math.floor(status / 100)
}
