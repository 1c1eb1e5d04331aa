import type { ClockView } from '../../control/clock/clock-view.ts'
import type { AnswerOf } from '../../control/routes.ts'
import { formatUnits } from '../../domain/duration.ts'
import { wallMs } from '../../time.ts'

export function clockText({ now, mode, rate }: ClockView): string {
  const speed = rate === 1 ? null : `at ${rate} times the speed`
  const away = clockDistance(Date.parse(now), wallMs())
  return [now, mode, speed, away].filter((part) => part !== null).join(', ')
}

/** A smaller difference is the time that the answer took. */
const leastMs = 2000

/** How far a business's clock is from this machine's, in its two largest units; null if both are equal. */
function clockDistance(nowMs: number, machineMs: number): string | null {
  const awayMs = nowMs - machineMs
  if (Math.abs(awayMs) < leastMs) return null
  const away = formatUnits(Math.round(Math.abs(awayMs) / 1000) * 1000, 2)
  return `${away} ${awayMs > 0 ? 'ahead of' : 'behind'} this machine's clock`
}

/** The scenarios that wait for the next requests, with their conditions if known; the first is used first. */
export function queueText(queue: AnswerOf<'GET /_sandbox/status'>['queue']): string {
  const entries = queue.map(({ use, remaining, waitsFor }) => {
    const notes = [remaining === 1 ? [] : `${remaining} times`, waitsFor === undefined ? [] : `waits for ${waitsFor}`]
    const text = notes.flat().join(', ')
    return text === '' ? use : `${use} (${text})`
  })
  return entries.length === 0 ? 'empty' : entries.join(', ')
}
