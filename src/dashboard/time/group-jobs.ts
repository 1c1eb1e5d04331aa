import { shortJobText } from '../../words/job.ts'
import type { JobAhead } from './ahead.ts'
import { placeOf } from './scale.ts'

/** Jobs too near to each other on the line for a sign each. */
export interface JobGroup {
  readonly place: number
  readonly first: JobAhead
  readonly count: number
}

/** As a part of the line. */
const signWidth = 0.025

/** Groups the jobs of a lane, given in the order they are due, from left to right. */
export function groupJobs(jobs: readonly JobAhead[], now: number, reach: number): readonly JobGroup[] {
  const groups: JobGroup[] = []
  for (const job of jobs) {
    const place = placeOf(job.at - now, reach)
    const last = groups.at(-1)
    if (last !== undefined && place - last.place < signWidth)
      groups[groups.length - 1] = { ...last, count: last.count + 1 }
    else groups.push({ place, first: job, count: 1 })
  }
  return groups
}

export function groupWords({ first, count }: Pick<JobGroup, 'first' | 'count'>): string {
  const own = `${first.reference}: ${shortJobText(first)}`
  return count === 1 ? own : `${own}, and ${count - 1} more`
}
