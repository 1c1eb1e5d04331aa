import type { AnswerOf } from '../../control/routes.ts'

interface Playing {
  /** Returns the OTP that the transaction waits for, or null. */
  readonly awaitedOtp: () => Promise<string | null>
  readonly submitOtp: (otp: string) => Promise<unknown>
  /** Returns when the transaction's next job is due, or null if it has none. */
  readonly nextDueAt: () => Promise<string | null>
  readonly clock: () => Promise<AnswerOf<'GET /_sandbox/clock'>>
  /** `ms` is how far that is from now. */
  readonly advanceTo: (moment: string, ms: number) => Promise<unknown>
  readonly sleep: (ms: number) => Promise<void>
}

/** The player moves the sandbox's time over longer waits. */
const patienceMs = 3500
/** A pause between two events, so that the user sees both. */
const beatMs = 900
/** Later events follow without a pause, so that the whole takes about ten seconds. */
const beats = 8
/** No shipped scenario has more steps; the user's own must not keep the page busy forever. */
const mostSteps = 60

/** Plays a transaction to its end: submits the OTP as a merchant would, waits for jobs that are due soon, and moves time to later ones or on a frozen clock. */
export async function playThrough(playing: Playing): Promise<void> {
  const { awaitedOtp, submitOtp, nextDueAt, clock, advanceTo, sleep } = playing
  const otp = await awaitedOtp()
  if (otp !== null) {
    await sleep(beatMs)
    await submitOtp(otp)
  }
  for (let step = 0; step < mostSteps; step++) {
    const dueAt = await nextDueAt()
    if (dueAt === null) return
    const { now, mode, rate } = await clock()
    const ms = Date.parse(dueAt) - Date.parse(now)
    const leftMs = ms / rate
    if (mode === 'real' && leftMs <= patienceMs && step < beats) {
      await sleep(Math.max(100, leftMs + 50))
      continue
    }
    if (step < beats) await sleep(beatMs)
    await advanceTo(dueAt, ms)
  }
}
