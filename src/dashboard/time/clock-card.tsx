import { formatDay, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../state/keys.ts'
import { clock, sandboxNow } from '../state/sandbox-time.ts'
import type { Mover } from './mover.ts'

/** Seconds of sandbox time in a second, and what that makes of a second. */
const rates = [
  { rate: 1, says: 'As real time' },
  { rate: 10, says: 'Ten seconds in a second' },
  { rate: 60, says: 'A minute in a second' },
  { rate: 600, says: 'Ten minutes in a second' },
  { rate: 3600, says: 'An hour in a second' },
]

/** What time it is, and how it runs. */
export function ClockCard({ mover }: { readonly mover: Mover }) {
  const shown = clock.value
  const isFrozen = shown?.mode === 'frozen'
  const toggle = () => (isFrozen ? mover.resume() : mover.freeze())
  useKeys([{ key: 'f', does: 'Freeze or resume time', run: toggle }])
  return (
    <section class="time-clock card" aria-label="Clock">
      <Face />
      <div class="time-rates">
        <fieldset class="time-rate-list">
          <legend class="spoken">Rate</legend>
          <span class="time-rate-name soft" aria-hidden="true">
            Rate
          </span>
          {[...rates, ...otherRate(shown?.rate)].map(({ rate, says }) => (
            <button
              key={rate}
              type="button"
              title={says}
              aria-pressed={!isFrozen && shown?.rate === rate}
              disabled={shown === null || mover.isMoving.value}
              onClick={() => mover.resume(rate)}
            >
              {rate.toLocaleString('en')}×
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          class={`time-toggle ${isFrozen ? 'primary' : ''}`}
          disabled={shown === null || mover.isMoving.value}
          onClick={toggle}
        >
          <Icon name={isFrozen ? 'start' : 'frozen'} />
          {isFrozen ? 'Resume' : 'Freeze'}
        </button>
      </div>
    </section>
  )
}

/** The time in large figures: the part of the card that changes many times a second. */
function Face() {
  const shown = clock.value
  const isFrozen = shown?.mode === 'frozen'
  const now = new Date(sandboxNow.value).toISOString()
  return (
    <div class={`time-face${isFrozen ? ' time-face-frozen' : ''}`}>
      <span class="time-face-now number">{shown === null ? '--:--:--' : formatTime(now)}</span>
      <span class="time-face-more">
        <span class="number">{shown === null ? '' : formatDay(now)} UTC</span>
        <span class="time-face-mode">{isFrozen ? 'Time is frozen' : 'Time runs'}</span>
      </span>
    </div>
  )
}

/** A rate that somebody set elsewhere has a button, too. */
function otherRate(rate: number | undefined): readonly { readonly rate: number; readonly says: string }[] {
  return rate === undefined || rates.some((known) => known.rate === rate)
    ? []
    : [{ rate, says: 'The rate that was set' }]
}
