import { obstacleText } from '../../words/obstacle.ts'
import { NotChecked } from '../books/not-checked.ts'
import { adviceOn, type Check, checks } from './checks.ts'
import { failed, isJudged, type Judged, moneyOf, notChecked, notPlayed, wasPlayed } from './judged.ts'
import { mainSubject } from './plan.ts'
import { AuditImpossible } from './shop.ts'
import { type AuditParts, AuditStage, NothingCreated } from './stage.ts'

export interface AuditRow extends Judged {
  readonly check: string
  readonly askedForBy: string
  readonly advice: string
}

/** How often a race is played again that the shop has won. */
const moreRaces = 2

/** So many rows in a row that the shop did not play end the audit. */
const mostUnplayed = 5

/** Checks a running shop, a row after the other. */
export class Audit {
  readonly #parts: AuditParts
  readonly #stage: AuditStage
  readonly #checks: readonly Check[]
  /** The verdict about the first order, until it is known which row it belongs to. */
  #kept: Judged | null = null

  /** `only`: the names of the rows to play beside the first; null for all. */
  constructor(parts: AuditParts, only: readonly string[] | null = null) {
    this.#parts = parts
    this.#stage = new AuditStage(parts)
    this.#checks = checks.filter((one) => one.isFirst || only === null || only.includes(one.check))
  }

  /** How many rows there are; the first order shows its flow, and with it which rows can happen. */
  get count(): number {
    return this.#checks.filter((check) => this.#canHappen(check)).length
  }

  /** Ends early with a first row that FAILED, or that only a timer ends: no other row says anything then. */
  async *rows(): AsyncGenerator<AuditRow> {
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

  /** What to do if the shop refused every webhook for its signature or without looking at it, or null. Then no other advice applies. */
  get refusal(): string | null {
    const { scheduled, key } = this.#parts
    const attempts = scheduled.store.deliveries(key, { limit: 1000 }).flatMap((delivery) => delivery.attempts)
    const answers = attempts.flatMap(({ outcome }) => (outcome?.response ? { ...outcome, ...outcome.response } : []))
    const isRefusal = ({ status, stoppedBy }: (typeof answers)[number]) => stoppedBy || status === 401 || status === 403
    if (answers.length === 0 || !answers.every(isRefusal)) return null
    const statuses = [...new Set(answers.map(({ status }) => status))].join(' or ')
    const [stoppedBy] = answers.flatMap((answer) => answer.stoppedBy ?? [])
    const mend = stoppedBy
      ? `The reason is ${obstacleText(stoppedBy)}. Then`
      : `Give it the secret of the key ${key}, and verify the signature over the bytes of the body as they came; then`
    return `Your shop answered ${statuses} to every webhook, so no check shows what it does with one. ${mend} run audit again.`
  }

  /** Null if it cannot happen to what the shop does. */
  async #row(check: Check): Promise<AuditRow | null> {
    if (!this.#canHappen(check)) return null
    const judged = this.#kept ?? (await this.#confirmed(check))
    // The first order shows which flow the shop uses.
    const isRow = this.#canHappen(check)
    this.#kept = isRow ? null : judged
    return isRow ? rowOf(check, judged) : null
  }

  #canHappen({ subject = mainSubject(this.#parts.plan), flow }: Check): boolean {
    const used = this.#stage.flows(subject)
    const isUsed = flow === undefined || used.length === 0 || used.includes(flow)
    return this.#parts.plan[subject] !== undefined && isUsed
  }

  /** A row that FAILED is played again: what does not fail twice proves nothing, unless the sandbox's own ledger does. */
  async #confirmed(check: Check): Promise<Judged> {
    let judged = await this.#judged(check)
    for (let left = check.isRace ? moreRaces : 0; left > 0 && judged.verdict === 'ok'; left--) {
      judged = await this.#judged(check)
    }
    if (judged.verdict !== 'FAILED' || isProven(judged)) return judged
    const again = await this.#judged(check)
    return again.verdict === 'ok' ? { ...judged, verdict: 'unsteady' } : judged
  }

  async #judged(check: Check): Promise<Judged> {
    try {
      return await check.play(this.#stage)
    } catch (error) {
      if (error instanceof NothingCreated) return this.#withoutCall(check, error.message)
      // If the very first answer cannot be read, no other will be.
      if (!(error instanceof NotChecked) || check.isFirst) throw error
      return check.mustKnow ? failed(error.why) : notChecked(error.why)
    }
  }

  /** What the shop did make is settled first: the next row begins with nothing open. */
  async #withoutCall({ subject = mainSubject(this.#parts.plan) }: Check, why: string): Promise<Judged> {
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

/** True if the customer was charged or paid more than once: the ledger of the sandbox has it. */
function isProven({ rule }: Judged): boolean {
  return rule === 'charged-twice' || rule === 'paid-out-twice'
}

function rowOf({ check, askedForBy, advice, isFirst }: Check, judged: Judged): AuditRow {
  const { seen, verdict, rule, isOpen } = judged
  const own = (rule && adviceOn[rule]) ?? advice
  const mendFirst = isFirst && verdict === 'FAILED' ? 'mend this first. ' : ''
  return { check, askedForBy, seen, verdict, advice: mendFirst + own, ...moneyOf(judged), ...(isOpen && { isOpen }) }
}
