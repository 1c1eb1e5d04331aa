import type { RecordedEntry } from '../read/recording.ts'
import type { RecordedTransaction } from '../read/transactions.ts'
import { type DecisionKey, decisionRows, decisions } from './decisions.ts'
import { isEqual, isWritten, type Observation, type ObservationSubject, shown } from './observation.ts'
import type { SettingEvidence } from './setting-evidence.ts'

/** What a recording says about one decision. */
export interface DecisionVerdict {
  readonly decision: DecisionKey
  readonly title: string
  readonly verdict: 'same' | 'differs' | 'not seen'
  /** How many times it was seen, and how many of them differ. */
  readonly seen: number
  readonly differing: number
  /** The decision that all its differences follow from. */
  readonly followsFrom: Cause | null
  readonly differences: readonly Difference[]
}

/** Equal differences together. */
export interface Difference {
  readonly what: string
  readonly recorded: string
  readonly own: string
  /** What the sandbox does with its value: it writes it into a message, or has it. */
  readonly verb: 'writes' | 'has'
  readonly entries: readonly RecordedEntry[]
}

/** The decision that a difference is about, or `unknown`. */
type Cause = DecisionKey | 'unknown'

interface Counted {
  same: number
  /** By their texts: the ones that count, and the ones that follow from another. */
  readonly own: Map<string, Difference & { readonly entries: RecordedEntry[] }>
  readonly following: Map<string, Difference & { readonly entries: RecordedEntry[] }>
  followsFrom: Cause | null
}

/** Counts observations by decision, and collects what those of one business after the other show about its settings. */
export class Tally {
  readonly #counted = new Map<Cause, Counted>()
  #evidence: SettingEvidence | null = null
  #causes = new Map<RecordedTransaction, { status?: Cause; amount?: Cause }>()
  #needTwo: (readonly [Observation, ObservationSubject])[] = []
  /** The first difference about money, which balances follow. */
  #money: Cause | null = null

  /** Begins with the observations of a business. */
  begin(evidence: SettingEvidence): void {
    this.#evidence = evidence
    this.#causes = new Map()
    this.#needTwo = []
    this.#money = null
  }

  add(about: ObservationSubject, observations: Iterable<Observation>): void {
    for (const observation of observations) {
      const { names, says, needsTwo } = observation
      if (names) this.#evidence?.add(names, about)
      if (says && !isSame(observation)) this.#evidence?.say(says, about.entry)
      if (needsTwo) this.#needTwo.push([observation, about])
      else this.#count(observation, about)
    }
  }

  /** Says that money moved otherwise, for balances. */
  moneyFollows(cause: Cause): void {
    this.#money ??= cause
  }

  /** Counts what needs two that agree, once all of the business is added. */
  end(): void {
    for (const [observation, about] of this.#needTwo) {
      const { names } = observation
      if (isSame(observation) || (names && this.#evidence?.isClear(names))) this.#count(observation, about)
    }
  }

  #count(observation: Observation, { entry, transaction }: ObservationSubject): void {
    if (observation.isSame === null) return
    const { decision, what, recorded, own, causes } = observation
    const cause = decision ?? 'unknown'
    const counted = this.#of(cause)
    if (isSame(observation)) {
      counted.same++
      return
    }
    const followed = this.#followed(cause, transaction)
    const verb = isWritten(own) ? 'writes' : 'has'
    const texts = { what, recorded: shown(recorded), own: shown(own), verb } as const
    const list = followed === null ? counted.own : counted.following
    const key = JSON.stringify(texts)
    const known = list.get(key) ?? { ...texts, entries: [] }
    known.entries.push(entry)
    list.set(key, known)
    if (followed !== null) counted.followsFrom = followed
    else if (causes) {
      if (transaction) this.#causes.set(transaction, { ...this.#causes.get(transaction), [causes]: cause })
      this.#money ??= cause
    } else if (cause === 'D21') this.#money ??= cause
  }

  #followed(cause: Cause, transaction: RecordedTransaction | null): Cause | null {
    const { status = null, amount = null } = (transaction && this.#causes.get(transaction)) ?? {}
    if (status !== null) return status === cause ? null : status
    if (cause === 'D21' && amount !== null) return amount
    return cause === 'D22' ? this.#money : null
  }

  #of(cause: Cause): Counted {
    const counted = this.#counted.get(cause) ?? { same: 0, own: new Map(), following: new Map(), followsFrom: null }
    this.#counted.set(cause, counted)
    return counted
  }

  verdicts(): readonly DecisionVerdict[] {
    return decisions.map((decision) => verdictOf(decision, this.#of(decision)))
  }

  /** Differences that no decision is about. */
  uncovered(): readonly Difference[] {
    return differencesIn(this.#of('unknown').own)
  }
}

function isSame({ isSame: given, recorded, own }: Observation): boolean {
  return given === undefined ? isEqual(recorded, own) : given !== false
}

function verdictOf(decision: DecisionKey, { same, own, following, followsFrom }: Counted): DecisionVerdict {
  const isConsequence = same === 0 && own.size === 0 && following.size > 0
  const differences = differencesIn(isConsequence ? following : own)
  const differing = differences.reduce((sum, { entries }) => sum + entries.length, 0)
  const seen = isConsequence ? differing : same + differing
  return {
    decision,
    title: decisionRows[decision].title,
    verdict: seen === 0 ? 'not seen' : differing === 0 ? 'same' : 'differs',
    seen,
    differing,
    followsFrom: isConsequence ? followsFrom : null,
    differences,
  }
}

/** The most frequent first. */
function differencesIn(all: ReadonlyMap<string, Difference>): readonly Difference[] {
  return [...all.values()].toSorted((one, other) => other.entries.length - one.entries.length)
}
