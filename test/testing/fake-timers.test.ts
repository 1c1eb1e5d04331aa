import { afterEach, expect, test, vi } from 'vitest'
import { collect, started } from '../support/started-sandbox.ts'

// The sandbox here is its source, beside the packages as they are. test/journeys/fake-timers.test.ts tests the built package.
afterEach(() => void vi.useRealTimers())

test.each(['before', 'during'] as const)('timers that a test fakes %s its sandbox do not stop it', async (fake) => {
  if (fake === 'before') vi.useFakeTimers({ now: 0 })
  const sandbox = await started({ clock: 'frozen' })
  if (fake === 'during') vi.useFakeTimers({ now: 0 })
  const statuses = [503, 200]
  const receive = () => new Response(null, { status: statuses.shift() ?? 500 })
  const shop = await sandbox.business({ receive, retry: ['1s'] })
  await collect(sandbox, shop)
  await shop.advance('3s')
  await shop.advance('1s')
  const { attempts } = await shop.webhook({ reference: 'order-1', status: 'COMPLETED' })
  expect(attempts.map(({ response }) => response?.status)).toEqual([503, 200])
  expect([Date.now(), vi.getTimerCount()]).toEqual([0, 0])
})

test('the clock of a sandbox does not follow a fake Date', async () => {
  const real = Date.now()
  vi.useFakeTimers({ now: 0 })
  const sandbox = await started()
  const { body } = await collect(sandbox, await sandbox.business())
  expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(real - 1)
})
