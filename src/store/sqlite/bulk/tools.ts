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
  /** Called after rows were deleted: remembered rows are outdated. */
  readonly rowsGone: () => void
  /** Ends the seal of a key, inside a turn. */
  readonly unseal: (key: string) => void
}

export interface NewState {
  readonly businessId: number
  readonly clock: ClockState
  readonly at: SandboxMs
}
