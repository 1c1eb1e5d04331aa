import type { SandboxMs } from '../../domain/clock.ts'
import type { Job } from '../../domain/job.ts'
import type { TimelineEvent } from '../../domain/timeline.ts'
import { beforeAllJobs, type Store } from '../../store/store.ts'
import type { DrivenClock } from './driven-clock.ts'
import { NewestEvents } from './newest-events.ts'

/** How far to move a business's time: to a target, or from job to job until none is due by it. */
export interface Advance {
  readonly target: (now: SandboxMs) => SandboxMs
  readonly untilIdle: boolean
}

/** What an advance came to. */
export interface Advanced {
  readonly now: SandboxMs
  /** The newest of all that happened, oldest first. */
  readonly events: readonly TimelineEvent[]
  readonly eventsTotal: number
}

/** An advance that a reset, a restore or the end of the sandbox cut short. */
export class AdvanceInterrupted extends Error {
  constructor() {
    super('The advance was interrupted: the business was reset or restored, or the sandbox is stopping')
    this.name = 'AdvanceInterrupted'
  }
}

interface AdvanceTools {
  readonly store: Store
  readonly key: string
  readonly clock: DrivenClock
  /** Runs a job; resolves when its webhook, if it sends one, was answered. */
  readonly run: (job: Job) => Promise<void>
  readonly signal: AbortSignal
}

/** Moves time, running each job that falls due in order, each webhook answered before the next step. */
export async function advance(tools: AdvanceTools, { target, untilIdle }: Advance): Promise<Advanced> {
  const { store, key, clock, signal } = tools
  const events = new NewestEvents(store, key)
  const until = await clock.hold(target)
  try {
    await runUntil(until, tools, events)
    if (!untilIdle && !signal.aborted) await clock.moveTo(until)
  } finally {
    await clock.release()
  }
  if (signal.aborted) throw new AdvanceInterrupted()
  await events.readOn()
  return { now: store.now(key), events: events.newest, eventsTotal: events.total }
}

async function runUntil(
  until: SandboxMs,
  { store, key, clock, run, signal }: AdvanceTools,
  events: NewestEvents,
): Promise<void> {
  for (;;) {
    const [job] = store.dueJobs(key, beforeAllJobs, until, 1)
    if (!job || signal.aborted) return
    // Both commands are of one turn: the step's time and what happens then are one commit.
    await Promise.all([clock.moveTo(job.dueAt), run(job)])
    await events.readOn()
  }
}
