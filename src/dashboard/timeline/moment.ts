import type { IconName } from '../parts/icon-paths.ts'
import type { Status } from '../parts/words.ts'

/** Who a moment belongs to: each has a line of its own in the picture. */
export type Lane = 'customer' | 'transaction' | 'server'

/** Something that happened to a transaction, or that is still to come, as the picture shows it. */
export interface Moment {
  readonly lane: Lane
  /** Milliseconds since 1970 of sandbox time; null where nobody can say yet. */
  readonly at: number | null
  /** The shape of a state, or a picture. */
  readonly sign: Status | IconName
  readonly title: string
  readonly detail: string
  readonly tone: 'good' | 'bad' | 'neutral'
  readonly isAhead: boolean
}
