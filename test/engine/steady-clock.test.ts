import fc from 'fast-check'
import { expect, test } from 'vitest'
import { steadyClock } from '../../src/time.ts'

const start = Date.parse('2026-01-31T12:00:00Z')
const second = 1000
const hour = 3600 * second

/** A machine whose two clocks a test moves: `run` moves both, the others one. */
function machine() {
  let wall = start
  let monotonic = 77_777
  const now = steadyClock(
    () => wall,
    () => monotonic,
  )
  return {
    now: () => now() - start,
    run(ms: number) {
      wall += ms
      monotonic += ms
    },
    setWall: (by: number) => {
      wall += by
    },
  }
}

test('a wall clock set forward two hours is jumped to, once', () => {
  const { now, run, setWall } = machine()
  run(second)
  setWall(2 * hour)
  expect(now()).toBe(second + 2 * hour)
  run(second)
  expect(now()).toBe(2 * second + 2 * hour)
})

test('a drift of up to two seconds is not a jump, and more is', () => {
  const { now, setWall } = machine()
  setWall(2 * second)
  expect(now()).toBe(0)
  setWall(1)
  expect(now()).toBe(2 * second + 1)
})

test('however the wall clock moves, time never goes back nor falls behind the monotonic clock', () => {
  const step = fc.record({ ran: fc.nat(10_000), set: fc.integer({ min: -3 * hour, max: 3 * hour }) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { now, run, setWall } = machine()
      let before = now()
      for (const { ran, set } of steps) {
        run(ran)
        setWall(set)
        const after = now()
        expect(after).toBeGreaterThanOrEqual(before + ran)
        before = after
      }
    }),
  )
})

test('the clock of this machine is its real time to the second', () => {
  expect(Math.abs(steadyClock()() - Date.now())).toBeLessThan(second)
})
