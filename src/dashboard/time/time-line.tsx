import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { counted } from '../parts/format.ts'
import { keptIn } from '../parts/kept-in.ts'
import { useKeys } from '../state/keys.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { type JobAhead, jobSigns } from './ahead.ts'
import { presets } from './move.ts'
import type { Mover } from './mover.ts'

interface TimeLineProps {
  readonly jobs: readonly JobAhead[]
  readonly isCut: boolean
  readonly mover: Mover
}

/** The pending jobs from the next one on, drawn as the life of a transaction is, and the ways to go ahead. */
export function TimeLine({ jobs, isCut, mover }: TimeLineProps) {
  const goTo = (index: number) => {
    const job = jobs[index]
    if (job !== undefined) void mover.goTo(job)
  }
  return (
    <section class="card" aria-labelledby="time-ahead">
      <header class="section-head line">
        <h2 id="time-ahead">Ahead</h2>
        <span class="soft number grow">{waiting(jobs.length, isCut)}</span>
        <span class="soft">A reset goes back.</span>
      </header>
      {jobs.length > 0 && <TimelinePicture signs={jobSigns(jobs)} start={sandboxNow.value} open={goTo} verb="Go to" />}
      <Moves next={jobs[0]} mover={mover} />
    </section>
  )
}

interface MovesProps extends Pick<TimeLineProps, 'mover'> {
  readonly next: JobAhead | undefined
}

function Moves({ next, mover }: MovesProps) {
  const far = useSignal('')
  const jump = () => next && mover.goTo(next)
  useKeys([
    { key: 'n', does: 'Jump to the next event', run: () => void jump() },
    { key: 'i', does: 'Run until idle', run: () => void mover.runUntilIdle() },
  ])
  const go = (event: Event) => {
    event.preventDefault()
    void mover.advance({ by: far.value })
  }
  return (
    <div class="time-moves line">
      <Button class="primary" disabled={next === undefined} onClick={jump}>
        Next event <kbd>n</kbd>
      </Button>
      <Button disabled={next === undefined} onClick={() => mover.runUntilIdle()}>
        Run until idle <kbd>i</kbd>
      </Button>
      <fieldset class="joined">
        <legend class="spoken">Advance by</legend>
        {presets.map(({ text, by }) => (
          <Button key={by} onClick={() => mover.advance({ by })}>
            +{text}
          </Button>
        ))}
      </fieldset>
      <form class="joined" onSubmit={go}>
        <input size={7} aria-label="How far to go" placeholder="1h30m" autoComplete="off" {...keptIn(far)} />
        <button type="submit" disabled={far.value === ''}>
          Go
        </button>
      </form>
      <b class="tone-neutral" role="status">
        {mover.isMoving.value ? 'Time moves…' : ''}
      </b>
    </div>
  )
}

function waiting(count: number, isCut: boolean): string {
  if (count === 0) return 'no work is waiting'
  return isCut ? `${count.toLocaleString('en')} or more jobs` : counted(count, 'job')
}
