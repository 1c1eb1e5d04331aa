import { z } from 'zod'
import { ControlError } from '../contract/control-error.ts'
import { defineEndpoint } from '../contract/endpoint.ts'
import type { Engine } from '../engine/engine.ts'
import { type Advance, type Advanced, AdvanceInterrupted } from '../engine/runner.ts'
import { iso, presentClock, presentEvent } from './present.ts'
import { durationText } from './queries.ts'
import type { ControlTools } from './tools.ts'

const week = 7 * 86_400_000
const isoTime = z.iso.datetime({ offset: true, error: 'is not an ISO 8601 time such as 2026-01-31T12:00:00Z' })

/** What time it is for this business. */
export const showClock = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'GET',
  path: '/_sandbox/clock',
  summary: "This business's time",
  handle: ({ key, store }) => ({ body: presentClock(store, key) }),
})

/** Moves time and runs all that falls due, in order; answers when the webhooks this caused were answered. */
export const advanceClock = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'POST',
  path: '/_sandbox/clock/advance',
  summary: 'Move time forward',
  body: z
    .strictObject({ by: durationText.optional(), to: isoTime.optional() })
    .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
      error: 'give either by (a duration such as "30m") or to (an ISO 8601 time)',
    }),
  async handle({ key, body: { by, to }, engine, store }) {
    const toMs = to === undefined ? null : Date.parse(to)
    if (toMs !== null && toMs < store.now(key)) {
      throw new ControlError(
        'invalid',
        `to: ${to} is before ${iso(store.now(key))}, and time never goes back`,
        'reset starts the business again',
      )
    }
    const target = (now: number) => toMs ?? now + (by ?? 0)
    return { body: await advance(engine, key, { target, untilIdle: false }) }
  },
})

/** Jumps from due job to due job until none is left or the limit is reached. */
export const runUntilIdle = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'POST',
  path: '/_sandbox/clock/run-until-idle',
  summary: 'Run all pending work',
  body: z.strictObject({ limit: durationText.default(week) }),
  async handle({ key, body: { limit }, engine }) {
    return { body: await advance(engine, key, { target: (now) => now + limit, untilIdle: true }) }
  },
})

/** Stops time. */
export const freezeClock = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'POST',
  path: '/_sandbox/clock/freeze',
  summary: 'Stop time',
  body: z.strictObject({}),
  async handle({ key, engine, store }) {
    await engine.freeze(key)
    return { body: presentClock(store, key) }
  },
})

/** Lets time run on, at a rate: 60 makes a minute of a second. */
export const resumeClock = defineEndpoint<ControlTools>()({
  area: 'control',
  method: 'POST',
  path: '/_sandbox/clock/resume',
  summary: 'Let time run, at a rate',
  body: z.strictObject({ rate: z.number().min(0.001).max(1_000_000).optional() }),
  async handle({ key, body: { rate }, engine, store }) {
    await engine.resume(key, rate)
    return { body: presentClock(store, key) }
  },
})

async function advance(engine: Engine, key: string, move: Advance) {
  try {
    return presentAdvanced(await engine.advance(key, move))
  } catch (cause) {
    throw cause instanceof AdvanceInterrupted ? new ControlError('conflict', cause.message) : cause
  }
}

function presentAdvanced({ now, events }: Advanced) {
  return {
    now: iso(now),
    events: events.map((event) => ({ ...presentEvent(event), transactionId: event.transactionId })),
  }
}
