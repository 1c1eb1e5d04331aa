import { connection } from '../api/live.ts'
import { Button } from '../parts/button.tsx'
import { formatDay, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../state/keys.ts'
import { clock, sandboxNow, wallNow } from '../state/sandbox-time.ts'
import { distanceWords, moveBy } from './move.ts'
import type { Mover } from './mover.ts'

/** Seconds of sandbox time in a second. */
const rates = [1, 10, 60, 600, 3600]

export function ClockCard({ mover }: { readonly mover: Mover }) {
  const shown = clock.value
  const isFrozen = shown?.mode === 'frozen'
  const toggle = () => (isFrozen ? mover.resume() : mover.freeze())
  useKeys([{ key: 'f', does: 'Freeze or resume time', run: toggle }])
  return (
    <section class="time-clock line card" aria-label="Clock">
      <Face />
      <span class="grow" />
      <div class="line">
        <fieldset class="joined">
          <legend class="spoken">Rate</legend>
          {/* A rate that was set elsewhere has a button, too. */}
          {[...new Set([...rates, shown?.rate ?? 1])].map((rate) => (
            <Button
              key={rate}
              aria-pressed={!isFrozen && shown?.rate === rate}
              disabled={shown === null}
              onClick={() => mover.resume(rate)}
            >
              {rate.toLocaleString('en')}×
            </Button>
          ))}
        </fieldset>
        <BackToNow mover={mover} />
        <Button class={`time-toggle ${isFrozen ? 'primary' : ''}`} disabled={shown === null} onClick={toggle}>
          <Icon name={isFrozen ? 'start' : 'frozen'} />
          {isFrozen ? 'Resume' : 'Freeze'}
        </Button>
      </div>
    </section>
  )
}

/** Time goes forward only: a clock that is behind can be moved to now, and one that is ahead gets there by a reset. */
function BackToNow({ mover }: { readonly mover: Mover }) {
  const behind = wallNow.value - sandboxNow.value
  const isBehind = clock.value !== null && behind > 5000
  // Disabled, not left out: the buttons beside it stay in place.
  return (
    <Button disabled={!isBehind} onClick={() => mover.advance(moveBy(behind))}>
      Go to now
    </Button>
  )
}

/** A component of its own because it renders many times a second. */
function Face() {
  const shown = connection.value === 'lost' ? null : clock.value
  const isFrozen = shown?.mode === 'frozen'
  const now = new Date(sandboxNow.value).toISOString()
  return (
    <div class={`time-face line ${isFrozen ? 'soft' : 'tone-neutral'}`}>
      <span class="time-face-now number">{shown === null ? '--:--:--' : formatTime(now)}</span>
      <span class="soft">
        <span class="number">{shown === null ? '' : `${formatDay(now)} UTC`}</span>
        <br />
        <b>{shown === null ? 'Its time is unknown' : isFrozen ? 'Time is frozen' : 'Time runs'}</b>
        <br />
        {shown === null ? '' : distanceWords(sandboxNow.value, wallNow.value)}
      </span>
    </div>
  )
}
