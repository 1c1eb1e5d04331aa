import { monotonicMs, sleep } from '../../time.ts'
import { NotChecked } from '../books/not-checked.ts'
import type { MoneyRule } from '../rules/table.ts'
import { isAsBefore, isFirstInPayout, isKeptOpen, isUnbooked, mayBecomeRight, roseTooMuch } from '../rules/verdict.ts'
import { whyText, wordsOf } from '../rules/words.ts'
import type { MoneyChecked } from '../verdict/reported.ts'
import { type BooksEvent, twoBooks } from '../verdict/two-books.ts'
import { sendWithheld } from './genuine-webhook.ts'
import { failed, isJudged, type Judged, notChecked, ok } from './judged.ts'
import { type AuditParts, madeIn, type RowPlay } from './parts.ts'
import type { Subject } from './plan.ts'

/** How long the first row waits for books that are not right yet, and every other row at least, in real milliseconds. */
const firstMs = 10_000
const restMs = 2000

/** What a timer of the shop may still pay back. Each is waited for once, as the first row is. */
const payableRules: readonly MoneyRule[] = ['charged-twice', 'not-given-back', 'kept-after-refusal']

/** Judges the money of a row, once nothing of it is due. */
export class RowJudge {
  readonly #parts: AuditParts
  /** How long the books of a subject may take until they are right: three times as long as in its first row. */
  readonly #booksMs = new Map<Subject, number>()
  readonly #waitedFor = new Set<MoneyRule>()
  /** True once a row ended with something that a timer may still do. */
  #isLeftToTimer = false

  /** False once a row may have left work that moves a balance in a later row. */
  isAllDone = true

  constructor(parts: AuditParts) {
    this.#parts = parts
  }

  /** Returns null if there is nothing to judge. `sent`: what the audit itself sent to the shop. */
  async judged(played: RowPlay, sent: readonly BooksEvent[]): Promise<Judged | null> {
    const judged = await this.#judged(played, sent)
    if (judged === null || !isJudged(judged)) this.isAllDone = false
    return judged
  }

  async #judged({ subject, scenarios }: RowPlay, sent: readonly BooksEvent[]): Promise<Judged | null> {
    const { probe, scheduled } = this.#parts
    const asking = subject === 'order' ? probe?.orders : probe?.payouts
    const money = asking == null && probe?.balance == null ? null : await this.#checkedMoney(subject)
    const tooOften = this.#completedTooOften(subject, scenarios.length)
    // The books may show that a second charge was paid back.
    if (tooOften !== null && (asking == null || !asking.isGrouped)) return tooOften
    if (money === null)
      return notChecked(probe === null ? 'the plan has no probe' : `the probe asks about no ${subject}`)
    const { verdicts, unasked } = money
    if (unasked !== null) throw new NotChecked(unasked.why, false, unasked.answer)
    if (verdicts.some(isAsBefore) && this.#mayHaveTimer(subject)) {
      this.#isLeftToTimer ||= !(await this.#learnsByWebhook(subject))
      return { ...notChecked('if a timer does it, name it in `ask`'), isOpen: true }
    }
    const wrong = verdicts.find((one) => one.verdict === 'wrong')
    if (wrong && this.#isLeftToTimer && roseTooMuch(wrong)) {
      return notChecked('a timer may have credited an order of an earlier row: name it in `ask`')
    }
    if (wrong?.verdict === 'wrong') {
      // A second charge is seen only beside the first.
      const all = [...wrong.references, ...madeIn(this.#parts, subject).map(({ reference }) => reference)]
      const shown = { ...wrong, references: [...new Set(all)] }
      const half = wrong.rule === 'paid-not-credited' &&
        wrong.about === 'order' &&
        wrong.paid && { isHalfDone: true as const }
      return failed(wordsOf(wrong).text, { rule: wrong.rule, ...half, books: twoBooks(scheduled.store, shown, sent) })
    }
    // The balance of a customer who was first seen in a payout is never known; the payout is.
    const unclear = verdicts.find((one) => one.verdict === 'not-checked' && (asking == null || !isFirstInPayout(one)))
    if (unclear?.verdict === 'not-checked') {
      const { why } = unclear
      return notChecked(why.because === 'unasked' ? why.why : whyText(why, unclear, true))
    }
    if (verdicts.some(isKeptOpen)) return notChecked(`the shop keeps the refused payout open${this.#withoutAsk()}`)
    const right = verdicts
      .filter(({ verdict }) => verdict === 'right')
      .map((one) => wordsOf(one).text)
      .at(-1)
    return right === undefined ? null : ok(right)
  }

  #withoutAsk(): string {
    return this.#parts.plan.ask === undefined ? ': without `ask` nothing makes it try again' : ''
  }

  #completedTooOften(subject: Subject, most: number): Judged | null {
    const completed = madeIn(this.#parts, subject).filter(({ status }) => status === 'COMPLETED').length
    if (completed <= most) return null
    return subject === 'order'
      ? failed(`the customer was charged ${completed} times`, { rule: 'charged-twice' })
      : failed(`the customer was paid ${completed} times`, { rule: 'paid-out-twice' })
  }

  async #checkedMoney(subject: Subject): Promise<MoneyChecked | null> {
    const { plan, scheduled } = this.#parts
    const known = this.#booksMs.get(subject)
    const began = monotonicMs()
    const atFirst = await scheduled.checkMoney(known ?? firstMs)
    const slow = plan.ask === undefined ? this.#newlyPayable(atFirst) : []
    const money = slow.length === 0 ? atFirst : await scheduled.checkMoney(firstMs)
    if (known === undefined || slow.length > 0) {
      const isDone = money?.verdicts.every((verdict) => !mayBecomeRight(verdict))
      const took = isDone ? monotonicMs() - began : 0
      this.#booksMs.set(subject, Math.max(known ?? restMs, 3 * took))
    }
    return money !== null && this.#mayAskLater(money, subject) ? this.#checkedLater(subject) : money
  }

  /** Rules that are broken for the first time, and that a timer of the shop may still mend. */
  #newlyPayable(money: MoneyChecked | null): readonly MoneyRule[] {
    const wrong = (money?.verdicts ?? []).flatMap((one) => (one.verdict === 'wrong' ? one.rule : []))
    const slow = payableRules.filter((rule) => wrong.includes(rule) && !this.#waitedFor.has(rule))
    for (const rule of slow) this.#waitedFor.add(rule)
    return slow
  }

  /** True if a webhook named a false sum, nothing is booked yet, and a timer may ask for the right one. */
  #mayAskLater({ verdicts }: MoneyChecked, subject: Subject): boolean {
    const isFalse = madeIn(this.#parts, subject).some(({ plan }) => plan.webhook.faults?.body === 'other-amount')
    return isFalse && this.#parts.plan.ask === undefined && verdicts.some(isUnbooked)
  }

  async #checkedLater(subject: Subject): Promise<MoneyChecked | null> {
    await sleep(this.#booksMs.get(subject) ?? restMs)
    const later = await this.#parts.scheduled.checkMoney(0)
    if (later?.verdicts.some(isUnbooked)) this.#isLeftToTimer = true
    return later
  }

  /** Sends what the row kept from the shop. Returns true if the books then have it, so that no timer credits it in a later row. */
  async #learnsByWebhook(subject: Subject): Promise<boolean> {
    if (!(await sendWithheld(this.#parts, subject))) return false
    const money = await this.#parts.scheduled.checkMoney(this.#booksMs.get(subject))
    return money !== null && !money.verdicts.some(isAsBefore)
  }

  /**
   * True if a timer of the shop may still do what its books do not have: the plan names none, the shop has not got the final
   * status by a query, and it refused no webhook for good.
   */
  #mayHaveTimer(subject: Subject): boolean {
    const { plan, scheduled, key } = this.#parts
    if (plan.ask !== undefined) return false
    return madeIn(this.#parts, subject).some(({ id, status }) => {
      const hasAsked = scheduled.store
        .timeline(key, id)
        .some((one) => one.kind === 'status_queried' && one.fault === undefined && one.status === status)
      const webhooks = scheduled.store.deliveries(key, { transactionId: id, limit: 100 })
      const wasTaken = webhooks.some((one) => one.status === 'delivered')
      return !hasAsked && (wasTaken || !webhooks.some((one) => one.status === 'exhausted'))
    })
  }
}
