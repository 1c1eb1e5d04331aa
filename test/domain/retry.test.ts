import { expect, test } from 'vitest'
import { isDelivered, waitAfter } from '../../src/domain/delivery.ts'

const failed = { response: null, error: 'refused', durationMs: 1, sent: false }

/** The pause after so many scheduled attempts, all of them failed. */
function pauseAfter(count: number, retryMs: readonly number[]): number | null {
  const attempt = { isReplay: false, at: 0, headers: {}, outcome: failed }
  const attempts = Array.from({ length: count }, (_, index) => ({ ...attempt, number: index + 1 }))
  return waitAfter({ webhook: { retryMs }, status: 'pending', attempts }, failed, false)
}

test('each failed attempt has the next pause of the schedule until there is none left', () => {
  expect([1, 2, 3].map((count) => pauseAfter(count, [5_000, 30_000]))).toEqual([5_000, 30_000, null])
})

test('an empty schedule means one attempt', () => {
  expect(pauseAfter(1, [])).toBeNull()
})

test('only a 2xx delivers', () => {
  const delivered = [199, 200, 204, 299, 300, 302, 404, 500].filter((status) =>
    isDelivered({ response: { status, body: '' } }),
  )
  expect(delivered).toEqual([200, 204, 299])
  expect(isDelivered({ response: null })).toBe(false)
})
