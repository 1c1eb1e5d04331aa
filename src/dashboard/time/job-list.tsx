import { shortJobText } from '../../words/job.ts'
import { Button } from '../parts/button.tsx'
import { formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { Countdown } from '../parts/when.tsx'
import { linkTo } from '../state/router.ts'
import { isAct, type JobAhead, signOf } from './ahead.ts'
import type { Mover } from './mover.ts'

/** Later jobs are only on the line. */
const mostRows = 50

interface JobListProps {
  readonly jobs: readonly JobAhead[]
  readonly isCut: boolean
  readonly mover: Mover
}

export function JobList({ jobs, isCut, mover }: JobListProps) {
  const more = jobs.length - mostRows
  return (
    <section class="panel card" aria-labelledby="time-jobs">
      <h2 id="time-jobs">Next</h2>
      {jobs.length === 0 && (
        <p class="soft">No work is waiting. The steps and webhooks of payments that your code starts appear here.</p>
      )}
      <ol>
        {jobs.slice(0, mostRows).map((job, index) => (
          <li key={`${job.transactionId} ${job.what} ${job.at} ${index}`} class="time-job line">
            <span class={`disc${isAct(job) ? ' time-act' : ''}`}>
              <Icon name={signOf(job)} size={14} />
            </span>
            <About {...job} text={shortJobText(job)} />
            <Countdown to={job.dueAt} />
            <Button onClick={() => mover.goTo(job)}>
              Go<span class="spoken"> to {formatTime(job.dueAt)}</span>
            </Button>
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

type AboutProps = Pick<JobAhead, 'transactionId' | 'reference'> & { readonly text: string }

/** What happens, or is to come, with a link to its transaction. */
export function About({ transactionId, reference, text }: AboutProps) {
  return (
    <span class="grow line">
      <a class="time-job-reference cut" href={linkTo('transactions', transactionId)}>
        {reference}
      </a>
      <span class="soft">{text}</span>
    </span>
  )
}
