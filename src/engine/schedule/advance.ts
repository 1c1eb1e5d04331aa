import type { SandboxMs } from '../../domain/clock.ts'
import { eventNames, type TimelineEvent } from '../../domain/happening.ts'
import type { Job } from '../../domain/job.ts'
import { beforeAllJobs, type Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'
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

interface AdvanceTools {
  readonly store: Store
  readonly key: string
  readonly clock: DrivenClock
  /** Runs a due job, a step only if it is the next. Resolves when its webhook, if any, was answered. */
  readonly run: (job: Job) => Promise<void>
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
  { store, key, clock, run, signal }: AdvanceTools,
  events: ReturnType<typeof newestEvents>,
): Promise<void> {
  let atOnce = 1
  for (;;) {
    const [job, ...others] = store.dueJobs(key, beforeAllJobs, until, atOnce)
    if (!job || signal.aborted) return
    // The commands of one turn are one commit: the step's time and what happens then.
    if (job.kind !== 'act') {
      const jobs = job.kind === 'deliver' && job.together ? dueTogether(store, key, job) : [job]
      await Promise.all([clock.moveToNext(job), ...jobs.map(run)])
    } else {
      const end = others.findIndex(({ kind }) => kind !== 'act')
      const steps = [job, ...(end < 0 ? others : others.slice(0, end))]
      const tried = await Promise.all(steps.map((step) => Promise.all([clock.moveToNext(step), run(step)])))
      atOnce = tried.every(([wasNext]) => wasNext) ? Math.min(2 * atOnce, mostAtOnce) : 1
    }
    await events.readOn()
  }
}

function dueTogether(store: Store, key: string, { transactionId, dueAt }: Job): readonly Job[] {
  return store
    .dueJobs(key, beforeAllJobs, dueAt, mostCopies)
    .filter((job) => job.kind === 'deliver' && job.together && job.transactionId === transactionId)
}

const mostCopies = 100

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
        const named = page.filter(({ kind }) => eventNames[kind] !== null)
        eventsTotal += named.length
        events = [...events, ...named].slice(-mostEvents)
        if (page.length < pageSize) return { events, eventsTotal }
        await nextTurn()
      }
    },
  }
}
