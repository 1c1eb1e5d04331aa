import type { JobAhead } from './ahead.ts'
import { placeOf } from './scale.ts'

/** Jobs that stand so near to each other on the line that they are one sign. */
export interface JobGroup {
  readonly lane: JobAhead['lane']
  readonly place: number
  /** The first of them; the line's signs go there. */
  readonly first: JobAhead
  readonly count: number
}

/** The part of the line that one sign takes. */
const signWidth = 0.025

/** The signs of a line, each lane's from left to right. Jobs come in the order they are due. */
export function groupJobs(jobs: readonly JobAhead[], now: number, reach: number): readonly JobGroup[] {
  const groups: JobGroup[] = []
  for (const lane of ['transaction', 'webhook'] as const) {
    for (const job of jobs) {
      if (job.lane !== lane) continue
      const place = placeOf(job.at - now, reach)
      const last = groups.at(-1)
      if (last?.lane === lane && place - last.place < signWidth)
        groups[groups.length - 1] = { ...last, count: last.count + 1 }
      else groups.push({ lane, place, first: job, count: 1 })
    }
  }
  return groups
}

/** A group in words: what the first does for whom, and how many more there are. */
export function groupWords({ first, count }: Pick<JobGroup, 'first' | 'count'>): string {
  const own = `${first.reference}: ${first.what}`
  return count === 1 ? own : `${own}, and ${count - 1} more`
}
