import type { SandboxMs } from '../../domain/clock.ts'
import type { TimelineEvent } from '../../domain/happening.ts'
import { type Job, leavesTogether } from '../../domain/job.ts'
import { isListed } from '../../domain/listed.ts'
import { beforeAllJobs, type Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'
import type { DeliverJob } from '../deliver/attempt.ts'
import type { DrivenClock } from './driven-clock.ts'
import { Interrupted } from './interrupted.ts'

export interface Advance {
  readonly target: (now: SandboxMs) => SandboxMs
  readonly untilIdle: boolean
}

export interface Advanced {
  readonly now: SandboxMs
  readonly events: readonly TimelineEvent[]
  readonly eventsTotal: number
}

/** A job that needs no receiver: every kind but a delivery. */
export type OwnJob = Exclude<Job, DeliverJob>

interface AdvanceTools {
  readonly store: Store
  readonly key: string
  readonly clock: DrivenClock
  /** Runs a due step if it is the next. */
  readonly step: (job: OwnJob) => Promise<void>
  /** Sends webhooks at one moment. Resolves when all were answered. */
  readonly send: (jobs: readonly DeliverJob[]) => Promise<void>
  readonly signal: AbortSignal
}

export async function advance(tools: AdvanceTools, { target, untilIdle }: Advance): Promise<Advanced> {
  const { store, key, clock, signal } = tools
  if (signal.aborted) throw new Interrupted()
  const events = newestEvents(store, key)
  const until = await clock.drive(target)
  try {
    do await runUntil(until, tools, events)
    while (!untilIdle && !signal.aborted && !(await clock.moveTo(until)))
  } finally {
    await clock.release()
  }
  if (signal.aborted) throw new Interrupted()
  return { now: store.now(key), ...(await events.readOn()) }
}

async function runUntil(
  until: SandboxMs,
  { store, key, clock, step, send, signal }: AdvanceTools,
  events: ReturnType<typeof newestEvents>,
): Promise<void> {
  let atOnce = 1
  for (;;) {
    const [job, ...others] = store.dueJobs(key, beforeAllJobs, until, atOnce)
    if (!job || signal.aborted) return
    // The commands of one turn are one commit: the step's time and what happens then.
    if (job.kind === 'deliver') {
      await Promise.all([clock.moveToNext(job), send(leavesTogether(job) ? dueTogether(store, key, job) : [job])])
    } else if (job.kind === 'release') {
      await Promise.all([clock.moveToNext(job), step(job)])
    } else {
      const steps = [job, ...firstOf(others, isAct)]
      const tried = await Promise.all(steps.map((one) => Promise.all([clock.moveToNext(one), step(one)])))
      atOnce = tried.every(([wasNext]) => wasNext) ? Math.min(2 * atOnce, mostAtOnce) : 1
    }
    await events.readOn()
  }
}

/** The webhooks that leave with the next one: all that are due at the same moment, up to the next job of another kind. */
function dueTogether(store: Store, key: string, { dueAt }: DeliverJob): readonly DeliverJob[] {
  return firstOf(store.dueJobs(key, beforeAllJobs, dueAt, mostTogether), leavesTogether)
}

function firstOf<One extends Job>(jobs: readonly Job[], isOne: (job: Job) => job is One): readonly One[] {
  const end = jobs.findIndex((job) => !isOne(job))
  return (end < 0 ? jobs : jobs.slice(0, end)) as readonly One[]
}

function isAct(job: Job): job is Extract<Job, { kind: 'act' }> {
  return job.kind === 'act'
}

/** More that are due at the same moment leave when these were answered. */
const mostTogether = 256

/** Steps in one turn, about 2 ms of work. The number doubles while no step adds a webhook that is due before the next. */
const mostAtOnce = 32

/** Most events in an answer: more would delay other businesses. */
const mostEvents = 1000
const pageSize = 100

/** Collects the newest events of a business from now on. Each `readOn` reads all new ones at once, so call it often. */
function newestEvents(store: Store, key: string) {
  let lastId = store.lastEventId()
  let events: readonly TimelineEvent[] = []
  let eventsTotal = 0
  return {
    async readOn(): Promise<Pick<Advanced, 'events' | 'eventsTotal'>> {
      for (;;) {
        const page = store.eventsSince(key, lastId, pageSize)
        // Skips the events of other businesses next time.
        lastId = page.at(-1)?.id ?? store.lastEventId()
        const listed = page.filter(isListed)
        eventsTotal += listed.length
        events = [...events, ...listed].slice(-mostEvents)
        if (page.length < pageSize) return { events, eventsTotal }
        await nextTurn()
      }
    },
  }
}
