import type { ClockView } from '../../control/clock/clock-view.ts'
import { formatDuration } from '../../domain/duration.ts'
import { wallMs } from '../../time.ts'

/** What time it is for a business, how its clock goes, and how far it is from this machine's. */
export function clockText({ now, mode, rate }: ClockView): string {
  const speed = rate === 1 ? null : `at ${rate} times the speed`
  const away = clockDistance(Date.parse(now), wallMs())
  return [now, mode, speed, away].filter((part) => part !== null).join(', ')
}

/** Less than this is the time that the answer took to come. */
const leastMs = 2000

/** How far a business's clock is from this machine's, in its two largest units; null if both are equal. */
export function clockDistance(nowMs: number, machineMs: number): string | null {
  const awayMs = nowMs - machineMs
  if (Math.abs(awayMs) < leastMs) return null
  const parts = formatDuration(Math.round(Math.abs(awayMs) / 1000) * 1000).match(/\d+[a-z]+/g) ?? []
  return `${parts.slice(0, 2).join('')} ${awayMs > 0 ? 'ahead of' : 'behind'} this machine's clock`
}
