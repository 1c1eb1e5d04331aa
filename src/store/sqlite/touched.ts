import type { Change } from '../../domain/change.ts'
import type { ClockState, SandboxMs } from '../../domain/clock.ts'
import type { Commit } from '../store.ts'

/** What this turn did to a business; `seenAt` is the latest sandbox time that it saw. */
interface Touched extends Commit {
  readonly businessId: number
  clock: ClockState
  dueAt: SandboxMs | null
  clockSet: boolean
  settingsSet: boolean
  delivered: boolean
  attempted: boolean
  otpSent: boolean
  seenAt: SandboxMs
}

type Toucher = Pick<Touched, 'key' | 'businessId' | 'clock'>

export type Touches = ReturnType<typeof createTouches>

/** What the commands of this turn did, by business. */
export function createTouches() {
  const touched = new Map<string, Touched>()
  return {
    note(business: Toucher, now: SandboxMs, changes: readonly Change[]): Touched {
      const touch = touched.get(business.key) ?? untouched(business)
      touched.set(business.key, touch)
      note(touch, now, changes)
      return touch
    },
    /** Notes that a key got another world, which has seen the time `at`. */
    replaced(business: Toucher, at: SandboxMs): void {
      touched.set(business.key, { ...untouched(business), ...everything, seenAt: at })
    },
    all: (): readonly Touched[] => [...touched.values()],
    clear: () => touched.clear(),
  }
}

function untouched({ key, businessId, clock }: Toucher): Touched {
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
    seenAt: 0,
  }
}

/** After a reset or a restore every waiting call looks again. */
const everything = { clockSet: true, settingsSet: true, delivered: true, attempted: true, otpSent: true }

function note(touch: Touched, now: SandboxMs, changes: readonly Change[]): void {
  touch.seenAt = now
  for (const change of changes) {
    if (change.change === 'delivery.move' && change.to === 'delivered') touch.delivered = true
    if (change.change === 'job.add') touch.dueAt = Math.min(touch.dueAt ?? change.dueAt, change.dueAt)
    if (change.change === 'attempt.finish') touch.attempted = true
    if (change.change === 'event.append' && change.happening.kind === 'otp_sent') touch.otpSent = true
    if (businessChanges.includes(change.change)) touch.settingsSet = true
    if (change.change !== 'clock.set') continue
    touch.clock = change.clock
    touch.clockSet = true
  }
}

/** Changes that make a remembered business outdated. */
const businessChanges: readonly Change['change'][] = [
  'business.set',
  'business.default',
  'queue.add',
  'queue.take',
  'queue.clear',
]
