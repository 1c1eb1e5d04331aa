import type { WrittenScenario } from '../../scenarios/language/file.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { StatusTurn } from '../read/turns.ts'

/** What a scenario cannot say, or what the recording does not show. */
export interface Note {
  readonly entry: RecordedEntry
  readonly says: string
}

/** How a transaction ends. */
export interface RecordedEnd {
  readonly name: string
  readonly life: WrittenScenario
  readonly notes: readonly Note[]
  /** When it came to its final status, as the recording's clock has it; null if it did not. */
  readonly at: number | null
  readonly turn: StatusTurn | null
}
