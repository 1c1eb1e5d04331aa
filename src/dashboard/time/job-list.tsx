import { Countdown } from '../parts/countdown.tsx'
import { formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import { clock, sandboxNow } from '../state/sandbox-time.ts'
import type { JobAhead } from './ahead.ts'
import { moveTo } from './move.ts'
import type { Mover } from './mover.ts'

/** More are on the line alone. */
const mostRows = 50

interface JobListProps {
  readonly jobs: readonly JobAhead[]
  readonly isCut: boolean
  readonly mover: Mover
}

/** The pending work in words, the next first. */
export function JobList({ jobs, isCut, mover }: JobListProps) {
  const more = jobs.length - mostRows
  return (
    <section class="time-list card" aria-labelledby="time-jobs">
      <h2 id="time-jobs">Next</h2>
      {jobs.length === 0 && (
        <p class="time-none soft">
          No work is waiting. A payment that your code starts puts its steps and its webhooks here.
        </p>
      )}
      <ol>
        {jobs.slice(0, mostRows).map((job, index) => (
          <li key={`${job.transactionId} ${job.what} ${job.at} ${index}`} class="time-job">
            <span class={`time-job-sign time-sign-${job.lane}`}>
              <Icon name={job.sign} size={14} />
            </span>
            <a class="time-job-reference cut" href={linkTo('transactions', job.transactionId)}>
              {job.reference}
            </a>
            <span class="time-job-what cut">{job.what}</span>
            <Countdown to={job.dueAt} />
            <button
              type="button"
              class="time-job-go small"
              title={`Go to ${formatTime(job.dueAt)}`}
              disabled={mover.isMoving.value}
              onClick={() => mover.advance(moveTo(job, clock.value?.mode ?? 'frozen', sandboxNow.value))}
            >
              Go<span class="spoken"> to {formatTime(job.dueAt)}</span>
            </button>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p class="time-none soft number">
          and {more.toLocaleString('en')}
          {isCut ? ' or more' : ''} later
        </p>
      )}
    </section>
  )
}
