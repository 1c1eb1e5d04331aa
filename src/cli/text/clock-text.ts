import type { ClockView } from '../../control/clock/clock-view.ts'
import { wallMs } from '../../time.ts'
import { clockDistance } from './clock-distance.ts'

/** What time it is for a business, how its clock goes, and how far it is from this machine's. */
export function clockText({ now, mode, rate }: ClockView): string {
  const speed = rate === 1 ? null : `at ${rate} times the speed`
  const away = clockDistance(Date.parse(now), wallMs())
  return [now, mode, speed, away].filter((part) => part !== null).join(', ')
}
