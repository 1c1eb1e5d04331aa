import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { counted, formatDistance, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../state/keys.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import { isNarrow } from '../state/screen.ts'
import { isAct, type JobAhead, signOf } from './ahead.ts'
import { groupJobs, groupWords } from './group-jobs.ts'
import { moveBy } from './move.ts'
import type { Mover } from './mover.ts'
import { distanceAt, marksOf, placeOf, presets, reachFor } from './scale.ts'

const places = 1000

interface TimeLineProps {
  readonly jobs: readonly JobAhead[]
  readonly isCut: boolean
  readonly mover: Mover
}

/** The pending jobs from now to the last one, and a slider to choose how far to go. */
export function TimeLine({ jobs, isCut, mover }: TimeLineProps) {
  const picked = useSignal(0)
  const now = sandboxNow.value
  const reach = reachFor((jobs.at(-1)?.at ?? now) - now)
  const distance = distanceAt(picked.value / places, reach)
  const passed = jobs.filter(({ at }) => at <= now + distance).length
  const go = () => mover.advance(moveBy(distance))
  return (
    <section class="panel card" aria-labelledby="time-ahead">
      <header class="line">
        <h2 id="time-ahead">Ahead</h2>
        <span class="soft number">{waiting(jobs.length, isCut)}</span>
      </header>
      <div class="time-room">
        <div class="time-passed" style={{ width: `${placeOf(distance, reach) * 100}%` }} />
        <Lane name="Transactions" jobs={jobs.filter(isAct)} reach={reach} mover={mover} />
        <Lane name="Webhooks" jobs={jobs.filter((job) => !isAct(job))} reach={reach} mover={mover} />
        <input
          class="time-slider"
          type="range"
          min="0"
          max={places}
          step="5"
          aria-label="How far to go"
          aria-valuetext={`${formatDistance(distance)} ahead, ${passed} of ${jobs.length} jobs`}
          value={picked.value}
          onInput={({ currentTarget }) => (picked.value = Number(currentTarget.value))}
        />
        {marksOf(reach, isNarrow.value ? 0.15 : 0.06).map(({ text, place }) => (
          <span key={text} class="time-mark" style={{ left: `${place * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      <p class="sunken line">
        <span class="number grow">
          {distance === 0 ? (
            <span class="soft">Drag the handle to go ahead. A reset goes back.</span>
          ) : (
            <>
              <b>{formatDistance(distance)}</b> ahead, to {formatTime(new Date(now + distance).toISOString())}:{' '}
              {passed === 0 ? 'nothing is due' : `${passed} of ${waiting(jobs.length, isCut)}`}
            </>
          )}
        </span>
        <Button disabled={distance === 0 || mover.isMoving.value} onClick={go}>
          Go there
        </Button>
      </p>
      <Moves jobs={jobs} mover={mover} />
    </section>
  )
}

interface LaneProps extends Pick<TimeLineProps, 'jobs' | 'mover'> {
  readonly name: string
  readonly reach: number
}

function Lane({ name, jobs, reach, mover }: LaneProps) {
  const now = sandboxNow.value
  return (
    <div class="time-lane">
      {name}
      {groupJobs(jobs, now, reach).map(({ place, first, count }) => (
        <Button
          key={`${first.transactionId} ${first.at}`}
          tabIndex={-1}
          aria-hidden="true"
          class={`time-sign disc${isAct(first) ? ' time-act' : ''}`}
          style={{ left: `${place * 100}%` }}
          title={`${groupWords({ first, count })}\n${formatTime(first.dueAt)}: click to go there`}
          disabled={mover.isMoving.value}
          onClick={() => mover.goTo(first)}
        >
          <Icon name={signOf(first)} size={14} />
          {count > 1 && <span class="badge number">{count}</span>}
        </Button>
      ))}
    </div>
  )
}

function Moves({ jobs: [next], mover }: Pick<TimeLineProps, 'jobs' | 'mover'>) {
  const jump = () => next && mover.goTo(next)
  useKeys([
    { key: 'n', does: 'Jump to the next event', run: () => void jump() },
    { key: 'i', does: 'Run until idle', run: () => void mover.runUntilIdle() },
  ])
  const isMoving = mover.isMoving.value
  return (
    <div class="time-moves line">
      <Button class="primary" disabled={isMoving || next === undefined} onClick={jump}>
        Next event <kbd>n</kbd>
      </Button>
      <Button disabled={isMoving || next === undefined} onClick={() => mover.runUntilIdle()}>
        Run until idle <kbd>i</kbd>
      </Button>
      <fieldset class="joined">
        <legend class="spoken">Advance by</legend>
        {presets.map(({ text, ms }) => (
          <Button key={ms} disabled={isMoving} onClick={() => mover.advance(moveBy(ms))}>
            +{text}
          </Button>
        ))}
      </fieldset>
      <b class="tone-neutral" role="status">
        {isMoving ? 'Time moves…' : ''}
      </b>
    </div>
  )
}

function waiting(count: number, isCut: boolean): string {
  if (count === 0) return 'no work is waiting'
  return isCut ? `${count.toLocaleString('en')} or more jobs` : counted(count, 'job')
}
