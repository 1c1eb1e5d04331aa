import type { Play, SearchOptions, SearchReport } from './exploration.ts'
import { ScheduleFailure } from './failures.ts'
import { forget, readSchedule, savedFiles } from './saved-schedules.ts'
import { sentenceOf } from './schedule.ts'

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
    const { failure, reached } = await play(schedule)
    const isPlayed = schedule.every((entry) => reached.includes(entry))
    const isOwn = saved.test === null || saved.test === test
    const passes = !isPlayed ? 'NOT PLAYED' : isOwn ? 'FIXED' : 'PASSES HERE'
    const why = failure === null && isPlayed && !isOwn ? `: ${ofAnotherTest}` : ''
    report.replayed(`${failure === null ? passes : 'STILL FAILS'}  ${sentenceOf(schedule)}  (${file}${why})`)
    if (failure !== null) throw new ScheduleFailure(schedule, failure, { file, how: 'saved by an earlier run' })
    if (isPlayed && isOwn) forget(saved)
  }
}
