import type { JsonObject } from './json.ts'

/** A scenario for the next `remaining` requests that fit. */
export interface QueueEntry {
  readonly id: number
  readonly use: string
  readonly remaining: number
  /** The match as written; null: every request fits. */
  readonly match: JsonObject | null
}
