import type { Flow } from '../../domain/transaction.ts'
import type { Judged } from './judged.ts'
import type { Subject } from './plan.ts'
import type { AuditStage } from './stage.ts'

/** A row of an audit that is still to be played. */
export interface Check {
  readonly check: string
  readonly askedForBy: string
  readonly advice: string
  /** Absent: an order, or a payout where the plan has no order. */
  readonly subject?: Subject
  /** Happens to this flow only. */
  readonly flow?: Flow
  /** While it fails, no other row says anything. */
  readonly isFirst?: true
  /** Webhooks come at one moment: it is played several times, because a shop does not lose every race. */
  readonly isRace?: true
  /** Nothing is done to the shop: what it gets wrong here it gets wrong in every later row, for the same reason. */
  readonly isPlain?: true
  /** What it does to the shop is the cause of every fault in it: its own advice applies. */
  readonly isCause?: true
  /** If the books cannot be read, it FAILED: a shop that was killed must still know its orders. */
  readonly mustKnow?: true
  readonly play: (stage: AuditStage) => Promise<Judged>
}

export type Words = Pick<Check, 'askedForBy' | 'advice'>
