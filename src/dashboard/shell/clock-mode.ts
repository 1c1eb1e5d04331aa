import type { Clock } from '../api/live-event.ts'

/** How a clock runs, in a word or two. */
export function clockMode({ mode, rate }: Clock): string {
  if (mode === 'frozen') return 'frozen'
  return rate === 1 ? 'real time' : `at ${rate}×`
}
