import { inTime } from './confirm.ts'
import type { Play, SearchOptions, SearchReport } from './exploration.ts'
import { ScheduleFailure } from './failures.ts'
import { forget, readSchedule, savedFiles } from './saved-schedules.ts'
import { hasRace, type Schedule, sentenceOf } from './schedule.ts'

const ofAnotherTest = 'saved by another test, or before this one was edited; delete it once it is mended'

/**
 * Plays saved failures again. Forgets mended ones, keeps those whose changes did not happen and those of another test, and throws
 * one that still fails.
 */
export async function replaySaved(
  play: Play,
  { found, test }: Pick<SearchOptions, 'found' | 'test'>,
  report: Pick<SearchReport, 'replayed'>,
): Promise<void> {
  // All are read before one is played: a wrong file ends the search.
  for (const saved of await Promise.all(savedFiles(found).map(readSchedule))) {
    const { file, schedule } = saved
    const { failure, played, of } = await playedAgain(play, schedule)
    const isOwn = saved.test === null || saved.test === test
    const isFixed = isOwn && played === of
    const passes = played === 0 ? 'NOT PLAYED' : isFixed ? 'FIXED' : 'PASSES HERE'
    const kept = isOwn ? `happened in ${played} of ${of} plays` : ofAnotherTest
    const why = failure === null && played > 0 && !isFixed ? `: ${kept}` : ''
    report.replayed(`${failure === null ? passes : 'STILL FAILS'}  ${sentenceOf(schedule)}  (${file}${why})`)
    if (failure !== null) throw new ScheduleFailure(schedule, failure, { file, how: 'saved by an earlier run' })
    if (isFixed) forget(saved)
  }
}

/** A race can pass by luck. */
const playsOfRace = 10

/** Plays until it fails, or until the time is up. `played` is how often the changes happened in the plays that passed. */
async function playedAgain(play: Play, schedule: Schedule) {
  const of = hasRace(schedule) ? playsOfRace : 1
  let played = 0
  for (let count = 0; count < of; count++) {
    const outcome = await inTime(play(schedule))
    if (outcome === null) break
    const { failure, reached } = outcome
    if (failure !== null) return { failure, played, of }
    if (schedule.every((entry) => reached.includes(entry))) played++
    else if (played === 0) break
  }
  return { failure: null, played, of }
}
