import { clock, sandboxDay, sandboxNow } from '../state/sandbox-time.ts'
import { formatDistance, formatShortDay, formatTime } from './format.ts'

/** A sandbox time: the time of day, and the day if it is not the business's today. */
export function When({ at, withMs = false }: { readonly at: string; readonly withMs?: boolean }) {
  const isToday = at.startsWith(sandboxDay.value)
  return (
    <time class="when number" dateTime={at} title={at}>
      {formatTime(at, withMs)}
      {!isToday && <span class="faint">{formatShortDay(at, sandboxDay.value)}</span>}
    </time>
  )
}

/** The sandbox time left until `to`, or that it never comes; grey while the clock is frozen. */
export function Countdown({ to }: { readonly to: string | null }) {
  if (to === null) return <span class="countdown soft">never</span>
  const left = Date.parse(to) - sandboxNow.value
  const isFrozen = clock.value?.mode === 'frozen'
  return (
    <span class={`countdown number ${isFrozen ? 'soft' : 'tone-neutral'}`}>
      {left <= 0 ? 'now' : `in ${formatDistance(left)}`}
    </span>
  )
}
