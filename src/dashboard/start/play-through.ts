import type { Call } from '../api/call.ts'

interface Playing {
  readonly call: Call
  readonly submitOtp: (otp: string) => Promise<unknown>
  /** The clock was moved this far. */
  readonly moved: (ms: number) => void
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
export async function playThrough(id: string, { call, submitOtp, moved, sleep }: Playing): Promise<void> {
  const find = () => call('GET /_sandbox/transactions/{id}', { id, parts: 'record' })
  const { otp } = await find()
  if (otp !== null) {
    await sleep(beatMs)
    await submitOtp(otp)
  }
  for (let step = 0; step < mostSteps; step++) {
    const { next } = await find()
    if (next === null || next.dueAt === null) return
    const { now, mode, rate } = await call('GET /_sandbox/clock')
    const ms = Date.parse(next.dueAt) - Date.parse(now)
    const leftMs = ms / rate
    if (mode === 'real' && leftMs <= patienceMs && step < beats) {
      await sleep(Math.max(100, leftMs + 50))
      continue
    }
    if (step < beats) await sleep(beatMs)
    await call('POST /_sandbox/clock/advance', { to: next.dueAt })
    moved(ms)
  }
}
