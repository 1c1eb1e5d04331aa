import type { CompiledScenarios } from '../scenarios/select.ts'
import type { Store } from '../store/store.ts'
import { coverageOf } from './coverage.ts'
import { type Exercised, exercisedBy, together } from './exercised.ts'
import { type Checked, checkExpectations } from './expectations.ts'
import { levels, type RefusedCall } from './finding-rule.ts'
import { type Finding, findingsOf } from './findings.ts'
import type { Report, Unused } from './report.ts'

/** Tells how things went. */
export interface Reporter {
  /** How one business stands now. */
  of(key: string): Report
  /** How the whole run went: every business, and what each was before it was started again or put back to a snapshot. */
  ofRun(): Report
  /** A business is about to be started again, or put back to a snapshot: what it came to so far still counts for the run. */
  endChapter(key: string): void
}

/** What a reporter reads; `keepsChapters` false: what a reset takes away is forgotten. */
export interface ReporterTools {
  readonly store: Store
  readonly scenarios: () => CompiledScenarios
  /** Of a business's last calls, those that were refused for what they are, oldest first. */
  readonly refusedCalls: (key: string) => readonly RefusedCall[]
  readonly keepsChapters: boolean
}

/** What a business came to between two resets. */
interface Chapter {
  readonly expectations: readonly Checked[]
  readonly unused: readonly Unused[]
  readonly findings: readonly Finding[]
  readonly exercised: Exercised
}

/** A reporter of all businesses. */
export function createReporter({ store, scenarios, refusedCalls, keepsChapters }: ReporterTools): Reporter {
  const ended: Chapter[] = []
  const now = (key: string) => chapterOf({ store, scenarios: scenarios(), refused: refusedCalls(key) }, key)
  const report = (chapters: readonly Chapter[]): Report => {
    const expectations = chapters.flatMap((chapter) => chapter.expectations)
    const unused = chapters.flatMap((chapter) => chapter.unused)
    const findings = chapters.flatMap((chapter) => chapter.findings)
    return {
      ok: unused.length === 0 && expectations.every(({ ok }) => ok),
      expectations,
      unused,
      findings: levels.flatMap((level) => findings.filter((finding) => finding.level === level)),
      coverage: coverageOf(together(chapters.map(({ exercised }) => exercised)), scenarios()),
    }
  }
  return {
    of: (key) => report([now(key)]),
    ofRun: () => report([...ended, ...store.businesses().map(({ key }) => now(key))]),
    endChapter(key) {
      if (keepsChapters) ended.push(now(key))
    },
  }
}

interface Telling {
  readonly store: Store
  readonly scenarios: CompiledScenarios
  readonly refused: readonly RefusedCall[]
}

function chapterOf({ store, scenarios, refused }: Telling, key: string): Chapter {
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
