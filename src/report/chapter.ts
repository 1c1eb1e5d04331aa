import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Store } from '../store/store.ts'
import { type Exercised, exercisedBy } from './exercised.ts'
import { checkExpectations } from './expectations.ts'
import type { RefusedCall } from './finding-rule.ts'
import { findingsOf } from './findings.ts'
import type { CheckedExpectations, Finding, Unused } from './report.ts'

/** How a business stood before a reset, a restore or a prune, or stands now. */
export interface Chapter {
  readonly expectations: readonly CheckedExpectations[]
  readonly unused: readonly Unused[]
  readonly findings: readonly Finding[]
  readonly exercised: Exercised
}

/** What a chapter is read from; `refused` are the last calls that were refused for what they are. */
export interface ChapterSources {
  readonly store: Store
  readonly scenarios: CompiledScenarios
  readonly refused: readonly RefusedCall[]
}

/** How a business stands now. */
export function chapterOf({ store, scenarios, refused }: ChapterSources, key: string): Chapter {
  const { audit } = store
  const timeline = (id: string) => store.timeline(key, id)
  return {
    expectations: audit.expecting(key).flatMap((transaction) => {
      const deliveries = store.deliveries(key, { transactionId: transaction.id, limit: 1000 })
      return checkExpectations({ business: key, transaction, deliveries, timeline: timeline(transaction.id) }) ?? []
    }),
    unused: store.business(key).queue.map(({ use, remaining }) => ({ business: key, use, remaining })),
    findings: findingsOf({ key, audit, now: store.now(key), timeline, refused }),
    exercised: exercisedBy(audit, key, scenarios),
  }
}

/** What of a chapter the next one does not hold as it was: the rest goes on there, and is judged there. */
export function ended(chapter: Chapter, next: Chapter): Chapter {
  return {
    expectations: notIn(next.expectations, chapter.expectations),
    unused: notIn(next.unused, chapter.unused),
    findings: notIn(next.findings, chapter.findings),
    exercised: chapter.exercised,
  }
}

function notIn<T>(next: readonly T[], all: readonly T[]): readonly T[] {
  const goingOn = new Set(next.map((one) => JSON.stringify(one)))
  return all.filter((one) => !goingOn.has(JSON.stringify(one)))
}
