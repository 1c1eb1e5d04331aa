import type Database from 'better-sqlite3'
import type { SteadyClock } from '../../../time.ts'
import type { Tables } from '../open-tables.ts'
import type { BusinessTemplate } from '../remembered.ts'
import type { Touches } from '../touched.ts'
import type { Turn } from '../turn.ts'
import type { Closed } from './closed.ts'

export interface WholeTools {
  readonly db: Database.Database
  readonly tables: Tables
  readonly turn: Turn
  readonly wall: SteadyClock
  readonly closed: Closed
  readonly touches: Touches
  readonly template: BusinessTemplate
}
