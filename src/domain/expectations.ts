/** Bounds of a count; both hold where both are given. */
export interface CountBounds {
  readonly gte?: number | undefined
  readonly lte?: number | undefined
}

/** What must be true of each transaction of a scenario in the end (design: scenarios, `expect`). */
export interface Expectations {
  /** Webhooks that reached the receiver: exactly so many, or between bounds. */
  readonly deliveries?: number | CountBounds
  /** Queries of the final status: at least so many. */
  readonly statusQueries?: number
  /** Create calls that came again with the same reference: at most so many. */
  readonly duplicateCreates?: number
  /** The slowest 2xx answer to a webhook: at most so many milliseconds of real time. */
  readonly ackedWithinMs?: number
}
