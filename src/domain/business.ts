import type { ClockState } from './clock.ts'
import type { QueueEntry } from './queue-entry.ts'
import type { Settings } from './settings.ts'

/** What belongs to one API key. A business without a write yet shows its settings and holds nothing (D2). */
export interface Business {
  readonly key: string
  /** False until the first write opened it. */
  readonly opened: boolean
  /** Rises with every reset and restore, so that nothing of before is recorded after it. */
  readonly epoch: number
  /** The id that its last reset or restore has among the events; 0 while there was none. */
  readonly resetEvent: number
  readonly clock: ClockState
  readonly defaultScenario: string | null
  /** Queued scenarios, the first to be used first. */
  readonly queue: readonly QueueEntry[]
  readonly settings: Settings
}
