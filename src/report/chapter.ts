import { isFinal } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select.ts'
import type { Store } from '../store/store.ts'
import { type Exercised, exercisedBy, together } from './exercised.ts'
import { type Checked, checkExpectations } from './expectations.ts'
import type { RefusedCall } from './finding-rule.ts'
import { type Finding, findingsOf } from './findings.ts'
import type { Unused } from './report.ts'

/** What a business came to between two resets or restores. */
export interface Chapter {
  readonly expectations: readonly Checked[]
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
    unused: store.business(key).queue.map(({ use, remaining }) => ({ business: key, use, remaining })),
    findings: findingsOf({ key, audit, now: store.now(key), timeline, refused }),
    exercised: exercisedBy(audit, key, scenarios),
  }
}

/**
 * A business with what it was before each restore. A snapshot's transactions are in several chapters, and are judged once:
 * by the worst end that one came to. What was queued stands as the last chapter has it.
 */
export function joined(before: readonly Chapter[], last: Chapter): Chapter {
  const all = [...before, last]
  const judged = new Map<string, Checked>()
  for (const checked of all.flatMap(({ expectations }) => expectations)) {
    const other = judged.get(checked.transactionId)
    if (other === undefined || weight(checked) >= weight(other)) judged.set(checked.transactionId, checked)
  }
  const findings = new Map(all.flatMap(({ findings }) => findings.map((one) => [JSON.stringify(one), one] as const)))
  return {
    expectations: [...judged.values()],
    unused: last.unused,
    findings: [...findings.values()],
    exercised: together(all.map(({ exercised }) => exercised)),
  }
}

/** A story that came to its end says more than one that was put back before. */
function weight({ ok, status }: Checked): number {
  if (ok) return 1
  return isFinal(status) ? 2 : 0
}
