import type { Flow } from '../domain/transaction.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Store } from '../store/store.ts'
import { type Chapter, chapterOf, ended } from './chapter.ts'
import { type CallsSeen, levels } from './finding-rule.ts'
import type { Report } from './report.ts'
import { allSituations, neverMet, unknownNames } from './required.ts'
import { situationsOf, unmetSituations } from './situations.ts'

/** If `keepsChapters` is false, the report forgets what a reset deletes. */
export interface ReporterTools {
  readonly store: Store
  /** Those of a business; without a key, those of all. */
  readonly scenarios: (key?: string) => CompiledScenarios
  readonly callsSeen: (key: string) => CallsSeen
  /** The businesses of the newest calls. */
  readonly calledKeys: () => ReadonlySet<string>
  readonly isOwn: (scenario: Scenario) => boolean
  readonly keepsChapters: boolean
}

export type Reporter = ReturnType<typeof createReporter>

/** Reports on one business, or on a run. With a flow, only its situations are shown. */
export function createReporter({ store, scenarios, callsSeen, calledKeys, isOwn, keepsChapters }: ReporterTools) {
  const chapters: Chapter[] = []
  const now = (key: string) => chapterOf({ store, scenarios: scenarios(key), calls: callsSeen(key) }, key)
  const wholeRun = () => [...chapters, ...store.businesses().map(({ key }) => now(key))]
  const report = (chapters: readonly Chapter[], flow: Flow | null, known = scenarios()): Report => {
    const expectations = chapters.flatMap((chapter) => chapter.expectations)
    const unused = chapters.flatMap((chapter) => chapter.unused)
    const met = chapters.flatMap((chapter) => chapter.met)
    const played = new Set(met.map(({ kind, name }) => (kind === 'scenarios' ? name : null)))
    const asked = chapters.flatMap((chapter) => chapter.asked)
    const unjudged = known.scenarios.filter(
      (one) => one.expect !== null && isOwn(one) && asked.includes(one.name) && !played.has(one.name),
    )
    const findings = chapters.flatMap((chapter) => chapter.findings)
    return {
      ok: unused.length === 0 && expectations.every(({ ok }) => ok),
      expectations,
      unjudged: unjudged.map(({ name }) => name),
      unused,
      findings: levels.flatMap((level) => findings.filter((finding) => finding.level === level)),
      situations: situationsOf(met, flow),
    }
  }
  return {
    of: (key: string, flow: Flow | null = null) => report([now(key)], flow, scenarios(key)),
    /** The businesses that had a call, also one that was refused. Of a call before a restart, only what it made counts. */
    called: (): readonly string[] => {
      const busy = store.businesses().flatMap(({ key, transactions }) => (transactions > 0 ? [key] : []))
      return [...new Set([...busy, ...calledKeys()])].toSorted()
    },
    ofRun: (flow: Flow | null = null) => report(wholeRun(), flow),
    /** What is wrong with unknown required names, and a line for each name that the run has not met. */
    required: {
      unknown: (names: readonly string[]) => unknownNames(names, scenarios()),
      neverMet: (names: readonly string[], flow: Flow | null = null) => {
        const met = wholeRun().flatMap((chapter) => chapter.met)
        const unmet = names.includes(allSituations) ? unmetSituations(met, flow) : []
        return [...unmet, ...neverMet(names, met, scenarios())]
      },
    },
    /** Runs work that deletes part of a business; what it deletes still counts in the report. */
    async through<R>(key: string, work: () => Promise<R>): Promise<R> {
      if (!keepsChapters) return work()
      const chapter = now(key)
      const done = await work()
      chapters.push(ended(chapter, now(key)))
      return done
    },
  }
}
