import { everyBusiness } from './keys.ts'
import { type FactsBelow, Refused } from './refused.ts'
import { OtherSlot, slotOf, slotsIn, slotsText } from './slots.ts'

/** What a call wants of its business. `service`: to be served by the service; the others are calls of the control API. */
export type Use = 'service' | 'read' | 'write' | 'reset' | 'seal' | 'drop'

/**
 * Throws if a business takes no such call now: it is elsewhere, sealed, or one too many. A sandbox that drains takes every
 * call until it stops.
 */
export type Gate = (key: string, use: Use) => void

/** The business is sealed: it is being moved to another process, and nothing may change it. Nothing was stored. */
class Sealed extends Refused<FactsBelow<'sealed'>> {
  constructor(key: string, use: Use) {
    super({ why: 'sealed', key, canDrop: use === 'reset' })
  }
}

/** Only a sealed business can be dropped. */
class NotSealed extends Refused<FactsBelow<'not-sealed'>> {
  constructor(key: string) {
    super({ why: 'not-sealed', key })
  }
}

export interface GateTools {
  /** The slots of keys that this process serves; null for all. */
  readonly slots: ReadonlySet<number> | null
  readonly isSealed: (key: string) => boolean
  /** Throws `QuotaReached` if the business was never written to and there is no room for it. */
  readonly requireRoom: (key: string) => void
}

/** What a sealed business takes. */
const whileSealed: ReadonlySet<Use> = new Set(['read', 'seal', 'drop'])

export type Gatekeeper = ReturnType<typeof createGate>

export function createGate({ slots, isSealed, requireRoom }: GateTools) {
  const gate: Gate = (key, use) => {
    if (key === everyBusiness) return
    if (slots !== null && !slots.has(slotOf(key))) throw new OtherSlot(slots, key)
    const sealed = isSealed(key)
    if (sealed && !whileSealed.has(use)) throw new Sealed(key, use)
    if (!sealed && use === 'drop') throw new NotSealed(key)
    if (!sealed && use !== 'read' && use !== 'service') requireRoom(key)
  }
  return {
    gate,
    /** True if the jobs of a business wait, due or not. */
    jobsWait: isSealed,
    /** The slots of a list that another process serves, as a list; null for none. */
    slotsElsewhere(list: string): string | null {
      const others = [...slotsIn(list)].filter((slot) => slots !== null && !slots.has(slot))
      return others.length === 0 ? null : slotsText(new Set(others))
    },
  }
}
