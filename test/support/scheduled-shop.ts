import type { Schedule } from '../../src/judge/explore/schedule.ts'
import { type ExploreContext, explore, ScheduleFailure } from '../../src/testing/index.ts'
import { folderWith } from './cli.ts'

/** Plays one schedule around a test, as the replay of a saved failure does, and returns what the test returned. */
export async function playSchedule<T>(
  schedule: Schedule,
  body: (context: ExploreContext) => Promise<T>,
  options: { listen?: boolean } = {},
): Promise<T> {
  const found = folderWith({ 'saved.yaml': JSON.stringify({ version: 1, why: 'a test', schedule }) })
  let result: { readonly value: T } | undefined
  const ended = explore(
    {
      body,
      check(_context, value) {
        result = { value }
        // A saved failure that still fails ends the exploration after one run.
        throw new Error('played')
      },
    },
    { found, ...options },
  )
  const failure = await ended.catch((error: unknown) => error)
  if (result === undefined || !(failure instanceof ScheduleFailure)) throw failure
  return result.value
}
