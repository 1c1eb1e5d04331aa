import { obstacleText } from '../../words/obstacle.ts'
import { NotChecked } from '../books/not-checked.ts'
import { creditOnce } from '../explore/changes.ts'
import type { MoneyRule } from '../rules/table.ts'
import type { Check } from './check.ts'
import { adviceOn, checks } from './checks.ts'
import { failed, isJudged, type Judged, notChecked, notPlayed, wasPlayed } from './judged.ts'
import type { AuditParts } from './parts.ts'
import { mainSubject, type Subject } from './plan.ts'
import { AuditImpossible } from './shop.ts'
import { AuditStage, NothingCreated } from './stage.ts'

export interface AuditRow extends Judged {
  readonly check: string
  readonly askedForBy: string
  readonly advice: string
}

/** How often a race is played that the shop wins, and a row that FAILED. */
const playsOfRace = 3
const playsOfFailed = 4

/** So many rows in a row that the shop did not play end the audit. */
const mostUnplayed = 5

/** Checks a running shop, a row after the other. */
export class Audit {
  readonly #parts: AuditParts
  readonly #stage: AuditStage
  readonly #checks: readonly Check[]
  readonly #only: readonly string[]
  /** What to do about a rule that a plain row broke, in place of the advice of later rows. */
  readonly #plainAdvice = new Map<MoneyRule, string>()
  /** The verdict about the first order, until it is known which row it belongs to. */
  #kept: Judged | null = null

  /** `only`: the names of the rows to play beside the first; null for all. */
  constructor(parts: AuditParts, only: readonly string[] | null = null) {
    this.#parts = parts
    this.#stage = new AuditStage(parts)
    this.#only = only ?? []
    this.#checks = checks.filter((one) => one.isFirst || only === null || only.includes(one.check))
  }

  /** How many rows there are; the first order shows its flow, and with it which rows can happen. */
  get count(): number {
    return this.#checks.filter((check) => this.#canHappen(check)).length
  }

  /** How many rows an order or a payout in the plan would add; null for none, and for rows that were named. */
  get missing(): { readonly subject: Subject; readonly count: number } | null {
    const { plan } = this.#parts
    const subject = plan.order === undefined ? 'order' : 'payout'
    if (plan[subject] !== undefined || this.#only.length > 0) return null
    // A plan plays one flow of collections.
    const added = this.#checks.filter((one) => one.subject === subject && one.flow !== 'virtual-account')
    return { subject, count: added.length }
  }

  /** A row that was asked for by name and cannot happen is not played: it proves nothing. */
  async *rows(): AsyncGenerator<AuditRow> {
    yield* this.#playedRows()
    const named = this.#checks.filter(({ check }) => this.#only.includes(check))
    for (const check of named.filter((one) => !this.#canHappen(one))) {
      yield this.#rowOf(check, notPlayed(this.#whyImpossible(check)))
    }
  }

  #whyImpossible(check: Check): string {
    const subject = this.#subjectOf(check)
    if (this.#parts.plan[subject] === undefined) return `the plan has no ${subject}`
    return `the shop ${check.flow === 'virtual-account' ? 'opens no virtual account' : 'asks for no mobile money'}`
  }

  /** Ends early with a first row that FAILED, or that only a timer ends: no other row says anything then. */
  async *#playedRows(): AsyncGenerator<AuditRow> {
    let unplayed = 0
    for (const check of this.#checks) {
      const row = await this.#row(check)
      if (row === null) continue
      yield row
      if (!wasPlayed(row)) unplayed++
      else if (isJudged(row)) unplayed = 0
      if (unplayed === mostUnplayed) return
      if (check.isFirst && (row.verdict === 'FAILED' || row.isOpen)) return
    }
  }

  /** What to do if the shop refused every webhook, or null. Then no other advice applies. */
  get refusal(): string | null {
    const { key } = this.#parts
    const answers = this.#stage.webhookAnswers
    const isRefusal = ({ status, stoppedBy }: (typeof answers)[number]) => stoppedBy || (status >= 400 && status <= 499)
    if (answers.length === 0 || !answers.every(isRefusal)) return null
    const isSecret = answers.some(({ status }) => status === 401 || status === 403)
    const statuses = [...new Set(answers.map(({ status }) => status))].join(' or ')
    const [stoppedBy] = answers.flatMap((answer) => answer.stoppedBy ?? [])
    const mend = stoppedBy
      ? `The reason is ${obstacleText(stoppedBy)}. Then`
      : isSecret
        ? `Give it the secret of the key ${key}, and verify the signature over the bytes of the body as they came; then`
        : 'Let it take them; then'
    return `Your shop answered ${statuses} to every webhook, so no check shows what it does with one. ${mend} run audit again.`
  }

  /** Null if it cannot happen to what the shop does. */
  async #row(check: Check): Promise<AuditRow | null> {
    if (!this.#canHappen(check)) return null
    const judged = this.#kept ?? (await this.#confirmed(check))
    // The first order shows which flow the shop uses.
    const isRow = this.#canHappen(check)
    this.#kept = isRow ? null : judged
    return isRow ? this.#rowOf(check, judged) : null
  }

  #rowOf({ check, askedForBy, advice, isFirst, isPlain, isCause }: Check, judged: Judged): AuditRow {
    const { seen, verdict, isHalfDone, ...facts } = judged
    const { rule } = facts
    const mistake = isHalfDone ? creditOnce.advice : rule && (adviceOn[rule] ?? this.#plainAdvice.get(rule))
    const own = (!isCause && mistake) || advice
    if (isPlain && rule) this.#plainAdvice.set(rule, own)
    const mendFirst = isFirst && verdict === 'FAILED' ? 'mend this first. ' : ''
    return { check, askedForBy, seen, verdict, advice: mendFirst + own, ...facts }
  }

  #canHappen(check: Check): boolean {
    const subject = this.#subjectOf(check)
    const { flow } = check
    const used = this.#stage.flows(subject)
    const isUsed = flow === undefined || used.length === 0 || used.includes(flow)
    return this.#parts.plan[subject] !== undefined && isUsed
  }

  /** Plays a row that FAILED again. If it then passes, it FAILED all the same if money is wrong, and is unsteady otherwise. */
  async #confirmed(check: Check): Promise<Judged> {
    const first = await this.#judged(check)
    const plays = [first]
    const more = async () => plays.push(await this.#judged(check))
    while (plays.length < (check.isRace ? playsOfRace : 1) && plays.every(isOk)) await more()
    const failure = plays.find(isFailed)
    if (failure === undefined) return plays.at(-1) ?? first
    const isMoney = failure.rule !== undefined
    const isSure = () => isProven(failure) || (isMoney && plays.length > 1 && plays.every(isFailed))
    while (plays.length < playsOfFailed && !isSure()) await more()
    if (!plays.some(isOk)) return failure
    if (!isMoney) return { ...failure, verdict: 'unsteady' }
    return { ...failure, seen: `${failure.seen} (${plays.filter(isFailed).length} of ${plays.length} plays)` }
  }

  /** What happened in a row that FAILED belongs to it, about money or not. */
  async #judged(check: Check): Promise<Judged> {
    const judged = await this.#played(check)
    if (!isFailed(judged) || judged.books) return judged
    return { ...judged, books: this.#stage.happened(this.#subjectOf(check)) }
  }

  #subjectOf({ subject = mainSubject(this.#parts.plan) }: Check): Subject {
    return subject
  }

  async #played(check: Check): Promise<Judged> {
    try {
      return await check.play(this.#stage)
    } catch (error) {
      if (error instanceof NothingCreated) return this.#withoutCall(this.#subjectOf(check), error.message)
      // If the very first answer cannot be read, no other will be.
      if (!(error instanceof NotChecked) || check.isFirst) throw error
      return check.mustKnow ? failed(error.why) : notChecked(error.why)
    }
  }

  /** What the shop did make is settled first: the next row begins with nothing open. */
  async #withoutCall(subject: Subject, why: string): Promise<Judged> {
    const { shop, process, plan, scheduled } = this.#parts
    await scheduled.runUntilIdle()
    if (await shop.isThere()) return notPlayed(why)
    const at = plan[subject]?.post
    if (process === null) throw new AuditImpossible(`The shop at ${at} is gone: start it, then run audit again`)
    await process.stop()
    await process.start()
    return failed('the shop had ended, and was started again')
  }
}

const isOk = ({ verdict }: Judged) => verdict === 'ok'
const isFailed = ({ verdict }: Judged) => verdict === 'FAILED'

/** True if the customer was charged or paid more than once: the ledger of the sandbox has it. */
function isProven({ rule }: Judged): boolean {
  return rule === 'charged-twice' || rule === 'paid-out-twice'
}
