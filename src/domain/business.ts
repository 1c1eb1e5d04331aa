import type { ClockState } from './clock.ts'
import type { JsonObject } from './json.ts'
import type { Settings } from './settings.ts'

/** The state of one API key. Before its first write a business has settings only (D2). */
export interface Business {
  readonly key: string
  readonly opened: boolean
  /** Rises with every reset and restore: work that began before is not recorded afterwards. */
  readonly epoch: number
  /** Event id of the last reset or restore; 0 before the first. */
  readonly resetEvent: number
  readonly clock: ClockState
  readonly defaultScenario: string | null
  readonly queue: readonly QueueEntry[]
  readonly settings: Settings
}

/** Entries and patterns of one queue, which every create call goes through. */
export const mostQueued = 10_000

/** What an entry of a queue counts: one, or the number of patterns in its match. */
export function weightOf(match: object | null): number {
  const lists = Object.values(match ?? {}).filter(Array.isArray)
  return Math.max(1, lists.flat().length)
}

export interface QueueEntry {
  readonly id: number
  readonly use: string
  readonly remaining: number
  /** The match as written; null: every request fits. */
  readonly match: JsonObject | null
}
