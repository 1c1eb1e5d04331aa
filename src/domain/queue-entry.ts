import type { JsonObject } from './json.ts'

export interface QueueEntry {
  readonly id: number
  readonly use: string
  readonly remaining: number
  /** The match as written; null: every request fits. */
  readonly match: JsonObject | null
}
