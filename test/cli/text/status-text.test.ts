import { expect, test } from 'vitest'
import { clockDistance } from '../../../src/cli/text/status-text.ts'

test.each([
  [0, null],
  [1999, null],
  [-1999, null],
  [2000, "2s ahead of this machine's clock"],
  [-59_600, "1m behind this machine's clock"],
  [35 * 60_000, "35m ahead of this machine's clock"],
  [90_061_000, "1d1h ahead of this machine's clock"],
  [-7_384_000, "2h3m behind this machine's clock"],
])('a clock that is %d ms away: %s', (awayMs, text) => {
  expect(clockDistance(Date.UTC(2026, 0, 31) + awayMs, Date.UTC(2026, 0, 31))).toBe(text)
})
