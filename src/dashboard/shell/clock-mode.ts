import type { Clock } from '../api/live-event.ts'

export function clockMode({ mode, rate }: Clock): string {
  if (mode === 'frozen') return 'frozen'
  return rate === 1 ? 'real time' : `at ${rate}×`
}
