import type { Change } from '../../domain/change.ts'
import type { ClockState, SandboxMs } from '../../domain/clock.ts'
import type { Changed, Commit } from '../store.ts'

/** What this turn did to a business. */
interface Touched extends Commit {
  readonly businessId: number
  clock: ClockState
  dueAt: SandboxMs | null
  clockSet: boolean
  settingsSet: boolean
  delivered: boolean
  attempted: boolean
  otpSent: boolean
  readonly changed: Set<Changed>
}

type Toucher = Pick<Touched, 'key' | 'businessId' | 'clock'>

export type Touches = ReturnType<typeof createTouches>

/** What the commands of this turn did, by business. */
export function createTouches() {
  const touched = new Map<string, Touched>()
  return {
    note(business: Toucher, changes: readonly Change[]): Touched {
      const touch = touched.get(business.key) ?? untouched(business)
      touched.set(business.key, touch)
      note(touch, changes)
      return touch
    },
    /** Notes that a key got another world. */
    replaced(business: Toucher): void {
      touched.set(business.key, { ...untouched(business), ...everything })
    },
    all: (): readonly Touched[] => [...touched.values()],
    clear: () => touched.clear(),
  }
}

/** What is known of a business that nothing was done to. */
export function untouched({ key, businessId, clock }: Toucher): Touched {
  return {
    key,
    businessId,
    clock,
    dueAt: null,
    clockSet: false,
    settingsSet: false,
    delivered: false,
    attempted: false,
    otpSent: false,
    changed: new Set(),
  }
}

/** After a reset or a restore every waiting call looks again. */
const everything = { clockSet: true, settingsSet: true, delivered: true, attempted: true, otpSent: true } as const

function note(touch: Touched, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.change === 'delivery.move' && change.to === 'delivered') touch.delivered = true
    if (change.change === 'job.add') touch.dueAt = Math.min(touch.dueAt ?? change.dueAt, change.dueAt)
    if (change.change === 'attempt.finish') touch.attempted = true
    if (change.change === 'event.append' && change.happening.kind === 'otp_sent') touch.otpSent = true
    const what = changedBy.get(change.change)
    if (what !== undefined) {
      touch.changed.add(what)
      // A remembered business has no wallets.
      if (what !== 'wallet') touch.settingsSet = true
    }
    if (change.change !== 'clock.set') continue
    touch.clock = change.clock
    touch.clockSet = true
  }
}

const changedBy: ReadonlyMap<Change['change'], Changed> = new Map([
  ['business.set', 'settings'],
  ['business.default', 'default'],
  ['queue.add', 'queue'],
  ['queue.take', 'queue'],
  ['queue.clear', 'queue'],
  ['ledger.post', 'wallet'],
])
