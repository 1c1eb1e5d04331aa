import type { LiveEvent } from '../api/live-event.ts'
import { useAnswer } from '../state/resource.ts'

export function useCalls(id: string) {
  const isAbout = (event: LiveEvent) => event.kind === 'request' && event.call.transactionId === id
  return useAnswer(isAbout, 'GET /_sandbox/requests', { transactionId: id, limit: 50 })
}
