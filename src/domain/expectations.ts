/** If both are given, both apply. */
export interface CountBounds {
  readonly gte?: number | undefined
  readonly lte?: number | undefined
}

/** What every transaction of a scenario must have met in the end (design: scenarios, `expect`). */
export interface Expectations {
  /** Webhooks that reached the receiver: an exact number, or bounds. */
  readonly deliveries?: number | CountBounds | undefined
  /** Least number of queries of the final status. */
  readonly statusQueries?: number | undefined
  /** Largest number of repeated create calls with the same reference. */
  readonly duplicateCreates?: number | undefined
  /** Longest time of a 2xx answer to a webhook, in real time. */
  readonly ackedWithinMs?: number | undefined
}
