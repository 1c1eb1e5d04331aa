import { sandboxDay } from '../state/sandbox-time.ts'
import { formatShortDay, formatTime } from './format.ts'

/** A moment of sandbox time: the time of day, and the day where it is not the business's today. */
export function When({ at, withMs = false }: { readonly at: string; readonly withMs?: boolean }) {
  const isToday = at.startsWith(sandboxDay.value)
  return (
    <time class="when number" dateTime={at} title={at}>
      {formatTime(at, withMs)}
      {!isToday && <span class="when-day faint">{formatShortDay(at, sandboxDay.value)}</span>}
    </time>
  )
}
