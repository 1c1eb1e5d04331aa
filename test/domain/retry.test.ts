import { expect, test } from 'vitest'
import { isDelivered, nextRetryMs } from '../../src/domain/retry.ts'

test('each failed attempt has the next pause of the schedule until there is none left', () => {
  const pauses = [1, 2, 3].map((attempt) => nextRetryMs([5_000, 30_000], attempt))
  expect(pauses).toEqual([5_000, 30_000, null])
})

test('an empty schedule means one attempt', () => {
  expect(nextRetryMs([], 1)).toBeNull()
})

test('only a 2xx delivers', () => {
  const delivered = [199, 200, 204, 299, 300, 302, 404, 500].filter((status) =>
    isDelivered({ response: { status, body: '' } }),
  )
  expect(delivered).toEqual([200, 204, 299])
  expect(isDelivered({ response: null })).toBe(false)
})
