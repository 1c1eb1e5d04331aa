import type { ClockView } from '../../control/clock/clock-view.ts'
import { wallMs } from '../../time.ts'

/** What time it is for a business, how its clock goes, and how far it is from this machine's. */
export function clockText({ now, mode, rate }: ClockView): string {
  const speed = rate === 1 ? null : `at ${rate} times the speed`
  const away = clockDistance(Date.parse(now), wallMs())
  return [now, mode, speed, away].filter((part) => part !== null).join(', ')
}

/** Less than this is the time that the answer took to come. */
const leastMs = 2000

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const

/** How far a business's clock is from this machine's, in its two largest units; null where both are equal. */
export function clockDistance(nowMs: number, machineMs: number): string | null {
  const awayMs = nowMs - machineMs
  if (Math.abs(awayMs) < leastMs) return null
  let left = Math.round(Math.abs(awayMs) / 1000)
  const parts: string[] = []
  for (const [unit, seconds] of units) {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return `${parts.slice(0, 2).join('')} ${awayMs > 0 ? 'ahead of' : 'behind'} this machine's clock`
}
