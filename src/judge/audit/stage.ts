import type { Flow, Transaction } from '../../domain/transaction.ts'
import { isPayout } from '../../domain/transaction.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { NotChecked } from '../books/not-checked.ts'
import type { Probe } from '../books/probe.ts'
import type { Schedule } from '../explore/schedule.ts'
import type { ScheduledRun } from '../explore/scheduled-run.ts'
import { isAsBefore, isFirstInPayout, isKeptOpen, mayBecomeRight, roseTooMuch } from '../rules/verdict.ts'
import { whyText, wordsOf } from '../rules/words.ts'
import type { MoneyChecked } from '../verdict/reported.ts'
import { failed, type Judged, notChecked, notPlayed, ok } from './judged.ts'
import type { AuditPlan, Subject } from './plan.ts'
import { AuditImpossible, type Shop } from './shop.ts'

export interface AuditParts {
  readonly plan: Omit<AuditPlan, 'probe'>
  readonly shop: Shop
  readonly probe: Probe | null
  /** Of the sandbox that the shop calls, at `url` with `key`. */
  readonly scheduled: ScheduledRun
  readonly url: string
  readonly key: string
  /** The signature headers of a body. */
  readonly sign: (body: string, secret?: string) => Readonly<Record<string, string>>
  /** Starts and kills the shop, if the plan says how. */
  readonly process: { readonly start: () => Promise<void>; readonly stop: () => Promise<void> } | null
}

/** What customers ask of the shop in one row. */
export interface RowPlay {
  readonly subject: Subject
  /** One for each order or withdrawal. */
  readonly scenarios: readonly string[]
  readonly schedule?: Schedule
  /** It may end without a transaction: the service refuses it, or the shop does. */
  readonly mayBeRefused?: true
}

/** How long the shop may take for its create call, and for another one after a refusal, in real milliseconds. */
const patienceMs = 5000
const againMs = 3000
const lookMs = 25

/** A query may be answered 503, and the next one dropped. */
const asksAtRest = 3

/** How long the first row waits for books that are not right yet, and every other row at least, in real milliseconds. */
const firstMs = 10_000
const restMs = 2000

/** The shop made no create call that was accepted; the message is the reason. */
export class NothingCreated extends Error {}

/** Plays rows of an audit: customers ask, time moves, and the books are compared. */
export class AuditStage {
  readonly parts: AuditParts
  readonly #flows = new Set<Flow>()
  readonly #known = new Set<Subject>()
  /** How long the books of a subject may take until they are right: three times as long as in its first row. */
  readonly #booksMs = new Map<Subject, number>()
  /** How the shop answered its newest order or withdrawal. */
  #answer = 'took it'
  /** True while something of a row may be due. */
  #isOpen = false
  /** True once a row ended with something that a timer may still do. */
  #isLeftToTimer = false

  constructor(parts: AuditParts) {
    this.parts = parts
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

  /** The transactions that the shop made for a row. */
  made(subject: Subject): readonly Transaction[] {
    const { scheduled, key } = this.parts
    return scheduled.transactions(key).filter(({ flow }) => isPayout(flow) === (subject === 'payout'))
  }

  async played(played: RowPlay): Promise<Judged> {
    await this.place(played)
    // While it is open, too.
    await this.askShop()
    return this.judged(played)
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
    const { scheduled, shop } = this.parts
    await this.settle()
    this.#isOpen = true
    scheduled.play(schedule)
    for (const [index, scenario] of scenarios.entries()) {
      await this.#choose(scenario)
      if (this.#known.has(subject)) this.#answer = await shop.place(subject)
      else await shop.placeFirst(subject, () => scheduled.refusal)
      await this.#created(subject, index + 1, mayBeRefused === true)
      this.#known.add(subject)
    }
    for (const { flow } of this.made(subject)) this.#flows.add(flow)
  }

  /** Judges the money of a row, once nothing of it is due. */
  async judged({ subject, scenarios }: RowPlay): Promise<Judged> {
    await this.rest()
    const { probe } = this.parts
    const asking = subject === 'order' ? probe?.orders : probe?.payouts
    const money = asking == null && probe?.balance == null ? null : await this.#checkedMoney(subject)
    const tooOften = this.#completedTooOften(subject, scenarios.length)
    // The books may show that a second charge was paid back.
    if (tooOften !== null && (asking == null || !asking.isGrouped)) return tooOften
    if (money === null)
      return notChecked(probe === null ? 'the plan has no probe' : `the probe asks about no ${subject}`)
    const { verdicts, findings, unasked } = money
    if (unasked !== null) throw new NotChecked(unasked.why, false, unasked.answer)
    if (verdicts.some(isAsBefore) && this.#mayHaveTimer(subject)) {
      this.#isLeftToTimer = true
      return { ...notChecked('if a timer does it, name it in `ask`'), isOpen: true }
    }
    const wrong = verdicts.find((one) => one.verdict === 'wrong')
    if (wrong && this.#isLeftToTimer && roseTooMuch(wrong)) {
      return notChecked('a timer may have credited an order of an earlier row: name it in `ask`')
    }
    if (wrong?.verdict === 'wrong') {
      const { rule } = wrong
      const books = findings[0]?.books
      return failed(wordsOf(wrong).text, { rule, ...(books && { books }) })
    }
    // The balance of a customer who was first seen in a payout is never known; the payout is.
    const unclear = verdicts.find((one) => one.verdict === 'not-checked' && (asking == null || !isFirstInPayout(one)))
    if (unclear?.verdict === 'not-checked') {
      const { why } = unclear
      return notChecked(why.because === 'unasked' ? why.why : whyText(why, unclear))
    }
    if (verdicts.some(isKeptOpen)) return notChecked(`the shop keeps the refused payout open${this.#withoutAsk()}`)
    const right = verdicts
      .filter(({ verdict }) => verdict === 'right')
      .map((one) => wordsOf(one).text)
      .at(-1)
    return right === undefined ? notPlayed(this.#whyNothing()) : ok(right)
  }

  #withoutAsk(): string {
    return this.parts.plan.ask === undefined ? ': without `ask` nothing makes it try again' : ''
  }

  #whyNothing(): string {
    return this.parts.scheduled.refusal ?? `the shop ${this.#answer} and made no create call`
  }

  #completedTooOften(subject: Subject, most: number): Judged | null {
    const completed = this.made(subject).filter(({ status }) => status === 'COMPLETED').length
    if (completed <= most) return null
    return subject === 'order'
      ? failed(`the customer was charged ${completed} times`, { rule: 'charged-twice' })
      : failed(`the customer was paid ${completed} times`, { rule: 'paid-out-twice' })
  }

  async #checkedMoney(subject: Subject): Promise<MoneyChecked | null> {
    const known = this.#booksMs.get(subject)
    const began = monotonicMs()
    const money = await this.parts.scheduled.checkMoney(known ?? firstMs)
    const isDone = money?.verdicts.every((verdict) => !mayBecomeRight(verdict))
    const took = isDone ? monotonicMs() - began : 0
    if (known === undefined) this.#booksMs.set(subject, Math.max(restMs, 3 * took))
    return money
  }

  /**
   * True if a timer of the shop may still do what its books do not have: the plan names none, the shop has not got the final
   * status by a query, and it refused no webhook for good.
   */
  #mayHaveTimer(subject: Subject): boolean {
    const { plan, scheduled, key } = this.parts
    if (plan.ask !== undefined) return false
    return this.made(subject).some(({ id, status }) => {
      const hasAsked = scheduled.store
        .timeline(key, id)
        .some((one) => one.kind === 'status_queried' && one.fault === undefined && one.status === status)
      const webhooks = scheduled.store.deliveries(key, { transactionId: id, limit: 100 })
      const wasTaken = webhooks.some((one) => one.status === 'delivered')
      return !hasAsked && (wasTaken || !webhooks.some((one) => one.status === 'exhausted'))
    })
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
    const until = monotonicMs() + (mayBeRefused ? againMs : patienceMs)
    while (this.made(subject).length < count) {
      if (monotonicMs() <= until) {
        await sleep(lookMs)
        continue
      }
      if (mayBeRefused) return
      if (this.#known.has(subject)) throw new NothingCreated(this.#whyNothing())
      const { refusal } = this.parts.scheduled
      if (refusal !== null) throw new AuditImpossible(`The shop took the ${subject}, but ${refusal}`)
      throw new AuditImpossible(
        `The shop took the ${subject} and made no create call: point its base URL at ${url}, with the key ${key}`,
      )
    }
  }
}
