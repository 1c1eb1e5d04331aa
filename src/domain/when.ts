import type { SandboxMs } from './clock.ts'

/** Starting points of what is to come, in the order in which they come. `call`: real time since the create call was made. */
export const sinces = ['call', 'creation', 'wrong_otp', 'otp', 'webhook', 'final', 'query'] as const
export type Since = (typeof sinces)[number]

/** A time that is known, a range after a starting point until the seed draws from it, or no time at all. */
export type When =
  | { readonly at: SandboxMs }
  | {
      readonly since: Since
      /** Number of wrong OTPs, or of status queries of the final status. */
      readonly count?: number
      readonly fromMs: number
      readonly toMs: number
    }
  | { readonly never: true }

export function after(since: Since, fromMs = 0, toMs = fromMs): When {
  return { since, fromMs, toMs }
}

export function later(when: When, ms: number): When {
  if ('never' in when) return when
  if ('at' in when) return { at: when.at + ms }
  return { ...when, fromMs: when.fromMs + ms, toMs: when.toMs + ms }
}

/** The way that a collection goes if no OTP comes in time, or too many wrong ones. */
export type Branch = 'no_otp' | 'wrong_otp'
