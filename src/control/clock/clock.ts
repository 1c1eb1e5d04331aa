import { z } from 'zod'
import { namedRequest, noParameters, requestBody } from '../../contract/named.ts'
import { lastMs, timeProblem } from '../../domain/clock.ts'
import type { Advance } from '../../engine/schedule/advance.ts'
import type { Engine } from '../../engine/schedule/engine.ts'
import { invalid } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { durationText, iso, limitQuery } from '../schema-parts.ts'
import { type AdvancedView, advancedView, presentAdvanced } from './advanced-view.ts'
import { clockView, presentClock } from './clock-view.ts'
import { jobsView, presentJob } from './job-view.ts'

const isoTime = z.iso.datetime({ offset: true, error: 'is not an ISO 8601 time such as 2026-01-31T12:00:00Z' })

export const showClock = controlEndpoint({
  route: 'GET /_sandbox/clock',
  summary: "This business's time",
  answer: clockView,
  handle: ({ key, store }) => ({ body: presentClock(store, key) }),
})

export const advanceClock = controlEndpoint({
  route: 'POST /_sandbox/clock/advance',
  summary: 'Move time forward',
  body: namedRequest(
    'AdvanceRequest',
    z
      .strictObject({
        by: durationText.optional().describe('How far: a duration such as 30m.'),
        to: isoTime.optional().describe('Where to: an ISO 8601 time. Give this or `by`.'),
      })
      .refine(({ by, to }) => (by === undefined) !== (to === undefined), {
        error: 'give either by (a duration such as "30m") or to (an ISO 8601 time)',
      }),
  ),
  answer: advancedView,
  refuses: ['conflict'],
  async handle({ key, body: { by, to }, engine, store }) {
    const toMs = to === undefined ? null : Date.parse(to)
    const problem = timeProblem(toMs ?? store.now(key) + (by ?? 0))
    if (problem !== null)
      throw to === undefined ? invalid('by', `the end ${problem}`) : invalid('to', `${to} ${problem}`)
    if (toMs !== null && toMs < store.now(key)) {
      const problem = `${to} is before ${iso(store.now(key))}, and time never goes back`
      throw invalid('to', problem, [{ do: 'reset' }, ' starts the business again'])
    }
    const target = (now: number) => toMs ?? now + (by ?? 0)
    return { body: await advance(engine, key, { target, untilIdle: false }) }
  },
})

export const runUntilIdle = controlEndpoint({
  route: 'POST /_sandbox/clock/run-until-idle',
  summary: 'Run all pending work',
  body: requestBody('RunUntilIdleRequest', {
    limit: durationText.prefault('7d').describe('How far at most. Default: 7d.'),
  }),
  answer: advancedView,
  refuses: ['conflict'],
  async handle({ key, body: { limit }, engine }) {
    return { body: await advance(engine, key, { target: (now) => Math.min(now + limit, lastMs), untilIdle: true }) }
  },
})

export const freezeClock = controlEndpoint({
  route: 'POST /_sandbox/clock/freeze',
  summary: 'Stop time',
  body: noParameters,
  answer: clockView,
  async handle({ key, engine, store }) {
    await engine.freeze(key)
    return { body: presentClock(store, key) }
  },
})

export const resumeClock = controlEndpoint({
  route: 'POST /_sandbox/clock/resume',
  summary: 'Let time run, at a rate',
  body: requestBody('ResumeRequest', {
    rate: z.number().min(0.001).max(1_000_000).optional().describe('Seconds of sandbox time in a second of real time.'),
  }),
  answer: clockView,
  async handle({ key, body: { rate }, engine, store }) {
    await engine.resume(key, rate)
    return { body: presentClock(store, key) }
  },
})

async function advance(engine: Engine, key: string, move: Advance): Promise<AdvancedView> {
  return presentAdvanced(await engine.advance(key, move))
}

export const listJobs = controlEndpoint({
  route: 'GET /_sandbox/jobs',
  summary: 'Pending work',
  query: z.strictObject({ limit: limitQuery }),
  answer: jobsView,
  handle: ({ key, query: { limit }, store }) => ({ body: store.jobs(key, limit).map(presentJob) }),
})
