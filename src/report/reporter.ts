import type { Flow } from '../domain/transaction.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { ReportReads } from '../store/report-reads.ts'
import type { Store } from '../store/store.ts'
import { type Chapter, chapterOf, ended } from './chapter.ts'
import { type CallsSeen, levels } from './finding-rule.ts'
import { atOnce, inTurns, type Pausing } from './pausing.ts'
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
  /** In how small slices a large business is read: the rows of a part, and how long until a pause. */
  readonly slices?: { readonly rows: number; readonly ms: number }
}

type Slices = NonNullable<ReporterTools['slices']>

/** A call needs a few turns of the event loop, each as long as a slice. */
const usualSlices: Slices = { rows: 200, ms: 8 }

/** Reads a business and lets other calls go on meanwhile. Begins again if it gets another world. */
async function inSlices(
  begin: (rows: number) => ReportReads,
  read: (reads: ReportReads) => Pausing<Chapter>,
  { rows, ms }: Slices,
): Promise<Chapter> {
  for (;;) {
    const reads = begin(rows)
    const chapter = await inTurns(read(reads), ms, reads.isOver)
    if (chapter !== null) return chapter
  }
}

export type Reporter = ReturnType<typeof createReporter>

/** Reports on one business, or on a run. With a flow, only its situations are shown. */
export function createReporter(tools: ReporterTools) {
  const { store, scenarios, callsSeen, calledKeys, isOwn, keepsChapters, slices = usualSlices } = tools
  const chapters: Chapter[] = []
  const read = (key: string, reads: ReportReads) =>
    chapterOf({ store, reads, scenarios: scenarios(key), callsSeen }, key)
  const now = (key: string) => atOnce(read(key, store.forReport(key)))
  const betweenCalls = (key: string) =>
    inSlices(
      (rows) => store.forReport(key, rows),
      (reads) => read(key, reads),
      slices,
    )
  const wholeRun = async () => {
    const open: Chapter[] = []
    for (const { key } of store.businesses()) open.push(await betweenCalls(key))
    return [...chapters, ...open]
  }
  const report = (chapters: readonly Chapter[], flow: Flow | null, known = scenarios()) =>
    reportOf(chapters, flow, known.scenarios.filter(isOwn))
  return {
    /** Resolves with the report of one business, made between other calls. */
    async of(key: string, flow: Flow | null = null): Promise<Report> {
      return report([await betweenCalls(key)], flow, scenarios(key))
    },
    /** The businesses that had a call, also one that was refused. Of a call before a restart, only what it made counts. */
    async called(): Promise<readonly string[]> {
      return [...new Set([...store.keysWithTransactions(), ...calledKeys()])].toSorted()
    },
    /** Resolves with the report of all businesses, made between other calls. */
    async ofRun(flow: Flow | null = null): Promise<Report> {
      return report(await wholeRun(), flow)
    },
    /** What is wrong with unknown required names, and a line for each name that the run has not met. */
    required: {
      unknown: async (names: readonly string[]) => unknownNames(names, scenarios()),
      neverMet: async (names: readonly string[], flow: Flow | null = null) => {
        const met = (await wholeRun()).flatMap((chapter) => chapter.met)
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
