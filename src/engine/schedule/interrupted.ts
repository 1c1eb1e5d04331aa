import { type FactsBelow, Refused } from '../../domain/refused.ts'

/** A reset, a restore or a stop came while work was under way or queued. */
export class Interrupted extends Refused<FactsBelow<'interrupted'>> {
  constructor() {
    super({ why: 'interrupted' })
  }
}
