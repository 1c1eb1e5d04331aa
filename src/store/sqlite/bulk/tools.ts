import type Database from 'better-sqlite3'
import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import type { SteadyClock } from '../../../time.ts'
import type { Tables } from '../open-tables.ts'
import type { Turn } from '../turn.ts'

export interface BulkTools {
  readonly db: Database.Database
  readonly tables: Tables
  readonly turn: Turn
  readonly wall: SteadyClock
  readonly initialClock: ClockState
  readonly replaced: (key: string, to: NewState) => void
  /** Called when rows were deleted: what is remembered of them is wrong. */
  readonly rowsGone: () => void
  /** Ends the seal of a key. Belongs into a turn. */
  readonly unseal: (key: string) => void
}

export interface NewState {
  readonly businessId: number
  readonly clock: ClockState
  readonly at: SandboxMs
}
