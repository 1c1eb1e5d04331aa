import { isFinal } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Store } from '../store/store.ts'
import { type Exercised, exercisedBy, together } from './exercised.ts'
import { checkExpectations } from './expectations.ts'
import type { RefusedCall } from './finding-rule.ts'
import { findingsOf } from './findings.ts'
import type { CheckedExpectations, Finding, Unused } from './report.ts'

/** What a business came to between two resets or restores. */
export interface Chapter {
  readonly expectations: readonly CheckedExpectations[]
  readonly unused: readonly Unused[]
  readonly findings: readonly Finding[]
  readonly exercised: Exercised
}

/** What a chapter is told from; `refused` are the last calls that were refused for what they are. */
export interface Telling {
  readonly store: Store
  readonly scenarios: CompiledScenarios
  readonly refused: readonly RefusedCall[]
}

/** What a business has come to by now. */
export function chapterOf({ store, scenarios, refused }: Telling, key: string): Chapter {
  const { audit } = store
  const timeline = (id: string) => store.timeline(key, id)
  return {
    expectations: audit.expecting(key).flatMap((transaction) => {
      const deliveries = store.deliveries(key, { transactionId: transaction.id, limit: 1000 })
      return checkExpectations({ business: key, transaction, deliveries, timeline: timeline(transaction.id) }) ?? []
    }),
    unused: unusedOf(store, key),
    findings: findingsOf({ key, audit, now: store.now(key), timeline, refused }),
    exercised: exercisedBy(audit, key, scenarios),
  }
}

/** The one-shot scenarios of a business that still wait. */
export function unusedOf(store: Store, key: string): readonly Unused[] {
  return store.business(key).queue.map(({ use, remaining }) => ({ business: key, use, remaining }))
}

/** What a business was before a restore or a prune, and what waited in its queue right after. */
export interface Branch {
  readonly chapter: Chapter
  readonly unusedAfter: readonly Unused[]
}

/**
 * A business with what it was before each restore or prune. The transactions of a snapshot are in several chapters, and are
 * judged once: by the worst end that one came to.
 */
export function joined(before: readonly Branch[], last: Chapter): Chapter {
  const all = [...before.map(({ chapter }) => chapter), last]
  const judged = new Map<string, CheckedExpectations>()
  for (const checked of all.flatMap(({ expectations }) => expectations)) {
    const other = judged.get(checked.transactionId)
    if (other === undefined || weight(checked) >= weight(other)) judged.set(checked.transactionId, checked)
  }
  const findings = new Map(all.flatMap(({ findings }) => findings.map((one) => [JSON.stringify(one), one] as const)))
  return {
    expectations: [...judged.values()],
    unused: unusedInAll(before, last),
    findings: [...findings.values()],
    exercised: together(all.map(({ exercised }) => exercised)),
  }
}

/** What a restore took away was never used; what it brought back had its chance before. */
function unusedInAll(before: readonly Branch[], last: Chapter): readonly Unused[] {
  const left = new Map<string, Unused>()
  const add = ({ use, business, remaining }: Unused, sign: 1 | -1) =>
    left.set(use, { use, business, remaining: (left.get(use)?.remaining ?? 0) + sign * remaining })
  for (const one of last.unused) add(one, 1)
  for (const { chapter, unusedAfter } of before) {
    for (const one of chapter.unused) add(one, 1)
    for (const one of unusedAfter) add(one, -1)
  }
  return [...left.values()].filter(({ remaining }) => remaining > 0)
}

/** A story that came to its end says more than one that was put back before. */
function weight({ ok, status }: CheckedExpectations): number {
  if (ok) return 1
  return isFinal(status) ? 2 : 0
}
