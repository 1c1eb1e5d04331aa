import { connection, connectionFailure } from '../api/live.ts'
import { formatDay, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import { clock, sandboxNow, wallNow } from '../state/sandbox-time.ts'
import { clockMode, distanceParts } from '../time/move.ts'

export function ClockDisplay() {
  return (
    <>
      <div role="status">{connection.value === 'lost' && <Lost />}</div>
      {connection.value !== 'lost' && <Clock />}
    </>
  )
}

/** Takes the place of the clock, because the time is unknown without the sandbox. */
function Lost() {
  return (
    <div class="clock-lost tone-bad line">
      <Icon name="warning" />
      <b>{connectionFailure.value?.message ?? 'The connection is lost'}</b>
      <span class="clock-lost-more">What you see may be old; trying again…</span>
    </div>
  )
}

/** A smaller distance from real time is not worth a word. */
const offMs = 5000

function Clock() {
  const shown = clock.value
  if (shown === null) return null
  const now = new Date(sandboxNow.value).toISOString()
  const isFrozen = shown.mode === 'frozen'
  const [distance, ofWhat] = distanceParts(sandboxNow.value, wallNow.value)
  const isOff = Math.abs(sandboxNow.value - wallNow.value) > offMs
  return (
    <div
      class={`clock${isFrozen ? ' clock-frozen' : isOff ? ' clock-off' : ''}`}
      title={`Sandbox time, UTC: ${formatDay(now)}`}
    >
      <Icon name={isFrozen ? 'frozen' : 'time'} />
      <span class="clock-day faint number">{formatDay(now)}</span>
      <span class="clock-now mono number">{formatTime(now)}</span>
      <span class="chip tint-time">{clockMode(shown, isOff)}</span>
      {isOff && (
        <a class="clock-distance faint" href={linkTo('time')}>
          {distance}
          <span class="clock-of"> {ofWhat}</span>
        </a>
      )}
    </div>
  )
}
