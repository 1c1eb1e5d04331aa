import { grouped } from '../read/grouped.ts'
import type { Entry } from '../read/recording.ts'
import type { Fact } from './fact.ts'
import { type Decision, decisions, rows } from './rows.ts'

/** What a recording says about one decision. */
export interface Verdict {
  readonly decision: Decision
  readonly title: string
  readonly verdict: 'same' | 'differs' | 'not seen'
  /** How many times it was seen, and how many of them differ. */
  readonly seen: number
  readonly differing: number
  /** The decision that all its differences follow from. */
  readonly followsFrom: Decision | 'unknown' | null
  readonly differences: readonly Difference[]
}

/** Equal differences together. */
export interface Difference {
  readonly what: string
  readonly real: string
  readonly sandbox: string
  readonly entries: readonly Entry[]
}

export function verdictsOf(facts: readonly Fact[]): readonly Verdict[] {
  const byDecision = grouped(facts, ({ decision }) => decision)
  return decisions.map((decision) => verdictOf(decision, byDecision.get(decision) ?? []))
}

/** Differences that no decision is about. */
export function uncoveredIn(facts: readonly Fact[]): readonly Difference[] {
  return differencesIn(facts.filter(({ decision, follows }) => decision === null && follows === null))
}

function verdictOf(decision: Decision, facts: readonly Fact[]): Verdict {
  const own = facts.filter(({ isSame, follows }) => isSame || follows === null)
  const consequences = facts.filter(({ isSame, follows }) => !isSame && follows !== null)
  const differing = own.filter(({ isSame }) => !isSame)
  const isConsequence = own.length === 0 && consequences.length > 0
  const isDifferent = differing.length > 0 || isConsequence
  return {
    decision,
    title: rows[decision].title,
    verdict: isDifferent ? 'differs' : own.length > 0 ? 'same' : 'not seen',
    seen: isConsequence ? consequences.length : own.length,
    differing: isConsequence ? consequences.length : differing.length,
    followsFrom: isConsequence ? (consequences[0]?.follows ?? null) : null,
    differences: differencesIn(isConsequence ? consequences : differing),
  }
}

/** The most frequent first. */
function differencesIn(facts: readonly Fact[]): readonly Difference[] {
  const different = facts.filter(({ isSame }) => !isSame)
  return [...grouped(different, ({ what, real, own }) => JSON.stringify([what, real, own])).values()]
    .flatMap((equal) => {
      const entries = [...new Set(equal.map(({ entry }) => entry))]
      return equal.slice(0, 1).map(({ what, real, own }) => ({ what, real, sandbox: own, entries }))
    })
    .toSorted((one, other) => other.entries.length - one.entries.length)
}
