import type { CompiledScenarios } from '../scenarios/select.ts'
import type { Store } from '../store/store.ts'
import { type Chapter, chapterOf, joined } from './chapter.ts'
import { coverageOf } from './coverage.ts'
import { together } from './exercised.ts'
import { levels, type RefusedCall } from './finding-rule.ts'
import type { Report } from './report.ts'

/** Tells how things went. */
export interface Reporter {
  /** How one business stands now. */
  of(key: string): Report
  /** How the whole run went: every business, and what each was before it was started again or put back to a snapshot. */
  ofRun(): Report
  /** A business is about to be started again, or put back: what it came to so far still counts for the run. */
  endChapter(key: string, by: 'reset' | 'restore'): void
}

/** What a reporter reads; `keepsChapters` false: what a reset takes away is forgotten. */
export interface ReporterTools {
  readonly store: Store
  readonly scenarios: () => CompiledScenarios
  /** Of a business's last calls, those that were refused for what they are, oldest first. */
  readonly refusedCalls: (key: string) => readonly RefusedCall[]
  readonly keepsChapters: boolean
}

/** A reporter of all businesses. */
export function createReporter({ store, scenarios, refusedCalls, keepsChapters }: ReporterTools): Reporter {
  const worlds: Chapter[] = []
  /** By business, what it came to before each restore of its present world. */
  const branches = new Map<string, readonly Chapter[]>()
  const now = (key: string) => chapterOf({ store, scenarios: scenarios(), refused: refusedCalls(key) }, key)
  const worldOf = (key: string) => joined(branches.get(key) ?? [], now(key))
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
    ofRun: () => report([...worlds, ...store.businesses().map(({ key }) => worldOf(key))]),
    endChapter(key, by) {
      if (!keepsChapters) return
      if (by === 'restore') branches.set(key, [...(branches.get(key) ?? []), now(key)])
      else {
        worlds.push(worldOf(key))
        branches.delete(key)
      }
    },
  }
}
