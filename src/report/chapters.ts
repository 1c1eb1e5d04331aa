import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { ReportReads } from '../store/report-reads.ts'
import type { Store } from '../store/store.ts'
import { type Chapter, chapterOf, ended } from './chapter.ts'
import type { CallsSeen } from './finding-rule.ts'
import { atOnce, inTurns, type Pausing } from './pausing.ts'

export interface ChaptersTools {
  readonly store: Store
  /** Those of a business; without a key, those of all. */
  readonly scenarios: (key?: string) => CompiledScenarios
  readonly callsSeen: (key: string) => CallsSeen
  /** In how small slices a large business is read: the rows of a part, and how long until a pause. */
  readonly slices?: { readonly rows: number; readonly ms: number }
}

/** A call needs a few turns of the event loop, each as long as a slice. */
const usualSlices = { rows: 200, ms: 8 }

/** What there is to report on: each business as it is, and as it was before a reset. */
export class Chapters {
  readonly #tools: ChaptersTools
  readonly #ended: Chapter[] = []

  constructor(tools: ChaptersTools) {
    this.#tools = tools
  }

  /** Reads a business between other calls. Begins again if it gets another world meanwhile. */
  async of(key: string): Promise<Chapter> {
    const { store, slices = usualSlices } = this.#tools
    for (;;) {
      const reads = store.forReport(key, slices.rows)
      const chapter = await inTurns(this.#read(key, reads), slices.ms, reads.isOver)
      if (chapter !== null) return chapter
    }
  }

  async ofRun(): Promise<readonly Chapter[]> {
    const open: Chapter[] = []
    for (const { key } of this.#tools.store.businesses()) open.push(await this.of(key))
    return [...this.#ended, ...open]
  }

  /** Runs work that deletes part of a business, and keeps what it deletes. */
  async through<R>(key: string, work: () => Promise<R>): Promise<R> {
    const before = this.#now(key)
    const done = await work()
    this.#ended.push(ended(before, this.#now(key)))
    return done
  }

  #now(key: string): Chapter {
    return atOnce(this.#read(key, this.#tools.store.forReport(key)))
  }

  #read(key: string, reads: ReportReads): Pausing<Chapter> {
    const { store, scenarios, callsSeen } = this.#tools
    return chapterOf({ store, reads, scenarios: scenarios(key), callsSeen }, key)
  }
}
