import { sandboxDay } from '../state/sandbox-time.ts'
import { formatShortDay, formatTime } from './format.ts'

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
