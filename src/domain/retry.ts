import type { Outcome } from './delivery.ts'

/** Sandbox time from the end of failed attempt `attemptNumber` (from 1) to the next; null when it was the last. */
export function nextRetryMs(retryMs: readonly number[], attemptNumber: number): number | null {
  return retryMs[attemptNumber - 1] ?? null
}

/** Whether the merchant has the webhook: any 2xx, and nothing else (D36). */
export function isDelivered({ response }: Pick<Outcome, 'response'>): boolean {
  return response !== null && response.status >= 200 && response.status <= 299
}
