import type { Play, RunOutcome } from './exploration.ts'
import { ExplorationInterrupted, type Failure, sameFailure, TimeUp } from './failures.ts'
import { hasRace, type Schedule } from './schedule.ts'

/** A failure under a schedule, and in which run it was found. */
export interface FailedRun {
  readonly number: number
  readonly schedule: Schedule
  readonly failure: Failure
  readonly timelines: RunOutcome['timelines']
}

/** How often a single race is played again that the test has won. */
const moreRaces = 2

/** How often a failure must come again. */
export const confirmations = 3

/** A single race is played again until it fails: a test does not lose each. These plays are on top of the runs. */
export async function playedAgain(play: Play, schedule: Schedule, passed: RunOutcome): Promise<RunOutcome> {
  let outcome = passed
  const isAgain = schedule.length === 1 && hasRace(schedule) && passed.reached.length > 0
  for (let left = isAgain ? moreRaces : 0; left > 0 && outcome.failure === null; left--) {
    outcome = (await inTime(play(schedule))) ?? outcome
  }
  return outcome
}

/** Returns the failure as last confirmed, or null if a run passes or fails in another way. */
export async function confirmed(play: Play, failed: FailedRun): Promise<FailedRun | null> {
  let again = failed
  for (let count = 0; count < confirmations; count++) {
    const { failure = null, timelines = [] } = (await inTime(play(failed.schedule))) ?? {}
    if (failure === null || !sameFailure(failure, failed.failure)) return null
    again = { ...failed, timelines }
  }
  return again
}

/** Returns the failure with its smallest schedule. */
export async function shrunk(play: Play, failed: FailedRun): Promise<FailedRun> {
  const { schedule } = failed
  if (schedule.length === 1) return failed
  try {
    for (const [index] of schedule.entries()) {
      const fewer = await confirmed(play, { ...failed, schedule: schedule.toSpliced(index, 1) })
      if (fewer !== null) return shrunk(play, fewer)
    }
  } catch (error) {
    // What was found so far stands.
    if (!(error instanceof ExplorationInterrupted)) throw error
  }
  return failed
}

/** Returns null for a run that was stopped because the time was up. */
export async function inTime(run: Promise<RunOutcome>): Promise<RunOutcome | null> {
  return run.catch((error: unknown) => {
    if (error instanceof TimeUp) return null
    throw error
  })
}
