import { everyBusiness } from './keys.ts'
import { OtherSlot, slotOf } from './slots.ts'

/** What a call wants of its business: to be served as one of the service, or to show or change it by the control API. */
export type Use = 'service' | 'read' | 'write'

/**
 * Throws if a business takes no such call now: it is elsewhere, sealed, or one too many. Returns null if it takes the call
 * at once, or a promise to wait for while it is closed. A sandbox that drains takes every call until it stops.
 */
export type Gate = (key: string, use: Use) => Promise<unknown> | null

/** The business is sealed: it is being moved to another process, and nothing may change it. Nothing was stored. */
export class Sealed extends Error {
  readonly key: string

  constructor(key: string) {
    super(`The business ${key} is sealed`)
    this.name = 'Sealed'
    this.key = key
  }
}

export interface GateTools {
  /** The slots of keys that this process serves; null for all. */
  readonly slots: ReadonlySet<number> | null
  readonly isSealed: (key: string) => boolean
  /** Throws `QuotaReached` if the business was never written to and there is no room for it. */
  readonly requireRoom: (key: string) => void
  /** Resolves once the rows of a business are whole; null if they are. They are not during a prune. */
  readonly untilWhole: (key: string) => Promise<unknown> | null
}

export function createGate({ slots, isSealed, requireRoom, untilWhole }: GateTools): Gate {
  return (key, use) => {
    if (key === everyBusiness) return null
    if (slots !== null && !slots.has(slotOf(key))) throw new OtherSlot(slots, key)
    if (use !== 'read' && isSealed(key)) throw new Sealed(key)
    if (use === 'write') requireRoom(key)
    return untilWhole(key)
  }
}
