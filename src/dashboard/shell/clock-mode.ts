import type { Clock } from '../api/live-event.ts'

/** `isOff`: the clock is ahead of real time, or behind it. */
export function clockMode({ mode, rate }: Clock, isOff = false): string {
  if (mode === 'frozen') return 'frozen'
  if (rate !== 1) return `at ${rate}×`
  return isOff ? 'running' : 'real time'
}
