import type { Flow } from '../domain/transaction.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Chapter } from './chapter.ts'
import { Chapters, type ChaptersTools } from './chapters.ts'
import { levels } from './finding-rule.ts'
import type { Report } from './report.ts'
import { allSituations, neverMet, unknownNames } from './required.ts'
import { situationsOf, unmetSituations } from './situations.ts'

/** If `keepsChapters` is false, the report forgets what a reset deletes. */
export interface ReporterTools extends ChaptersTools {
  /** The businesses of the newest calls. */
  readonly calledKeys: () => ReadonlySet<string>
  readonly isOwn: (scenario: Scenario) => boolean
  readonly keepsChapters: boolean
}

export type Reporter = ReturnType<typeof createReporter>

/** Reports on one business, or on a run. With a flow, only its situations are shown. */
export function createReporter({ calledKeys, isOwn, keepsChapters, ...tools }: ReporterTools) {
  const { store, scenarios } = tools
  const chapters = new Chapters(tools)
  const ownIn = (key?: string) => scenarios(key).scenarios.filter(isOwn)
  return {
    /** Resolves with the report of one business, made between other calls. */
    async of(key: string, flow: Flow | null = null): Promise<Report> {
      return reportOf([await chapters.of(key)], flow, ownIn(key))
    },
    /** The businesses that had a call, also one that was refused. Of a call before a restart, only what it made counts. */
    async called(): Promise<readonly string[]> {
      return [...new Set([...store.keysWithTransactions(), ...calledKeys()])].toSorted()
    },
    /** Resolves with the report of all businesses, made between other calls. */
    async ofRun(flow: Flow | null = null): Promise<Report> {
      return reportOf(await chapters.ofRun(), flow, ownIn())
    },
    /** What is wrong with unknown required names, and a line for each name that the run has not met. */
    required: {
      unknown: async (names: readonly string[]) => unknownNames(names, scenarios()),
      neverMet: async (names: readonly string[], flow: Flow | null = null) => {
        const met = (await chapters.ofRun()).flatMap((chapter) => chapter.met)
        const unmet = names.includes(allSituations) ? unmetSituations(met, flow) : []
        return [...unmet, ...neverMet(names, met, scenarios())]
      },
    },
    /** Runs work that deletes part of a business; what it deletes still counts in the report. */
    through: <R>(key: string, work: () => Promise<R>): Promise<R> =>
      keepsChapters ? chapters.through(key, work) : work(),
  }
}

function reportOf(chapters: readonly Chapter[], flow: Flow | null, own: readonly Scenario[]): Report {
  const expectations = chapters.flatMap((chapter) => chapter.expectations)
  const unused = chapters.flatMap((chapter) => chapter.unused)
  const met = chapters.flatMap((chapter) => chapter.met)
  const played = new Set(met.map(({ kind, name }) => (kind === 'scenarios' ? name : null)))
  const asked = chapters.flatMap((chapter) => chapter.asked)
  const unjudged = own.filter(({ name, expect }) => expect !== null && asked.includes(name) && !played.has(name))
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
