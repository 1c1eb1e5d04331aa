import { formatDay, formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { clock, sandboxNow } from '../state/sandbox-time.ts'
import { clockMode } from './clock-mode.ts'

/** What time it is for the business, and whether its clock runs. */
export function ClockDisplay() {
  const shown = clock.value
  if (shown === null) return <div class="clock" />
  const now = new Date(sandboxNow.value).toISOString()
  const isFrozen = shown.mode === 'frozen'
  return (
    <div class={`clock${isFrozen ? ' clock-frozen' : ''}`} title={`Sandbox time, UTC: ${formatDay(now)}`}>
      <Icon name={isFrozen ? 'frozen' : 'time'} />
      <span class="clock-day faint number">{formatDay(now)}</span>
      <span class="clock-now mono number">{formatTime(now)}</span>
      <span class="chip">{clockMode(shown)}</span>
    </div>
  )
}
