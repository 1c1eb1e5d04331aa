import { Countdown } from '../parts/countdown.tsx'
import { formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import { clock, sandboxNow } from '../state/sandbox-time.ts'
import type { JobAhead } from './ahead.ts'
import { moveTo } from './move.ts'
import type { Mover } from './mover.ts'

/** Later jobs are only on the line. */
const mostRows = 50

interface JobListProps {
  readonly jobs: readonly JobAhead[]
  readonly isCut: boolean
  readonly mover: Mover
}

/** The pending jobs in words, the next first. */
export function JobList({ jobs, isCut, mover }: JobListProps) {
  const more = jobs.length - mostRows
  return (
    <section class="time-list panel card" aria-labelledby="time-jobs">
      <h2 id="time-jobs">Next</h2>
      {jobs.length === 0 && (
        <p class="soft">No work is waiting. The steps and webhooks of payments that your code starts appear here.</p>
      )}
      <ol>
        {jobs.slice(0, mostRows).map((job, index) => (
          <li key={`${job.transactionId} ${job.what} ${job.at} ${index}`} class="time-job">
            <span class={`disc${job.lane === 'transaction' ? ' time-act' : ''}`}>
              <Icon name={job.sign} size={14} />
            </span>
            <a class="time-job-reference cut" href={linkTo('transactions', job.transactionId)}>
              {job.reference}
            </a>
            <span class="time-job-what soft cut">{job.what}</span>
            <Countdown to={job.dueAt} />
            <button
              type="button"
              class="small"
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
        <p class="soft number">
          and {more.toLocaleString('en')}
          {isCut ? ' or more' : ''} later
        </p>
      )}
    </section>
  )
}
