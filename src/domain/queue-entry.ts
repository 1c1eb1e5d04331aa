import type { JsonObject } from './json.ts'

/** A scenario that waits for its request: the first that fits takes it, once for each of `remaining`. */
export interface QueueEntry {
  readonly id: number
  /** The scenario's name. */
  readonly use: string
  readonly remaining: number
  /** The match it was queued with, as it was written; null: any request takes it. */
  readonly match: JsonObject | null
}
