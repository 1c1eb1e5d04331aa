import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClockState, drive, releaseClock, sandboxTime, wallTimeOf } from '../../src/domain/clock.ts'

const start = Date.parse('2026-01-31T12:00:00Z')
const tenYears = 3650 * 86_400_000

const rate = fc.oneof(
  fc.constantFrom(0.001, 0.1, 1, 3, 60, 1_000_000),
  fc.double({ min: 0.001, max: 1e6, noNaN: true }),
)
const wallStep = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.double({ min: 0, max: 1e10, noNaN: true }))
const realClock = fc.record({
  mode: fc.constant('real' as const),
  rate,
  sandboxAt: fc.integer({ min: start, max: start + tenYears }),
  wallAt: fc.oneof(fc.integer({ min: start, max: start + tenYears }), fc.constant(start + 0.123)),
})

const change = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), ms: wallStep }),
  fc.record({ do: fc.constant('resume' as const), rate }),
  fc.record({ do: fc.constant('freeze' as const) }),
  fc.record({ do: fc.constant('advance' as const), by: fc.integer({ min: 0, max: tenYears }) }),
  fc.record({ do: fc.constant('hold' as const) }),
  fc.record({ do: fc.constant('let go' as const) }),
)

test('no operation on a clock moves its time back', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      let clock: ClockState = { mode: 'frozen', rate: 1, at: start }
      let wall = start
      let before = start
      for (const one of changes) {
        const now = sandboxTime(clock, wall)
        if (one.do === 'wait') wall += one.ms
        else if (one.do === 'resume') clock = releaseClock(clock, wall, 'real', one.rate)
        else if (one.do === 'freeze') clock = releaseClock(clock, wall, 'frozen')
        else if (one.do === 'advance') clock = drive(drive(clock, now), now + one.by)
        else if (one.do === 'hold') clock = drive(clock, now)
        else clock = releaseClock(clock, wall)
        const after = sandboxTime(clock, wall)
        expect(after).toBeGreaterThanOrEqual(before)
        expect(Number.isInteger(after)).toBe(true)
        before = after
      }
    }),
  )
})

test('a running clock passes its rate in sandbox time, and is not moved by a real time before its start', () => {
  const clock: ClockState = { mode: 'real', rate: 60, sandboxAt: start, wallAt: 1000 }
  expect(sandboxTime(clock, 1000)).toBe(start)
  expect(sandboxTime(clock, 2000)).toBe(start + 60_000)
  expect(sandboxTime(clock, 1000.99)).toBe(start + 59)
  expect(sandboxTime(clock, 0)).toBe(start)
})

test('the real time of a moment is when the clock begins to show it, to the millisecond', () => {
  fc.assert(
    fc.property(realClock, fc.integer({ min: 0, max: tenYears }), (clock, ahead) => {
      const at = clock.sandboxAt + ahead
      const wall = wallTimeOf(clock, at) ?? Number.NaN
      expect(wall).toBeGreaterThanOrEqual(clock.wallAt)
      // A millisecond of real time is `rate` of sandbox time.
      expect(sandboxTime(clock, wall + 1)).toBeGreaterThanOrEqual(at)
      expect(sandboxTime(clock, wall - 1)).toBeLessThanOrEqual(at)
      expect(Math.abs(sandboxTime(clock, wall) - at)).toBeLessThanOrEqual(1 + clock.rate)
    }),
  )
})

test('a frozen clock has come to what is due, and never comes to what is not', () => {
  const clock: ClockState = { mode: 'frozen', rate: 1, at: start }
  expect(wallTimeOf(clock, start - 1)).toBe(0)
  expect(wallTimeOf(clock, start)).toBe(0)
  expect(wallTimeOf(clock, start + 1)).toBeNull()
})

test('a held clock brings nothing on its own, and goes back to what it was', () => {
  for (const mode of ['real', 'frozen'] as const) {
    const clock = releaseClock({ mode: 'frozen', rate: 60, at: start }, 1000, mode)
    const held = drive(drive(clock, start + 1), start + 5)
    expect(held).toEqual({ mode: 'driven', rate: 60, at: start + 5, after: mode })
    expect(wallTimeOf(held, start)).toBeNull()
    expect(releaseClock(held, 9000)).toMatchObject({ mode, rate: 60 })
    expect(sandboxTime(releaseClock(held, 9000), 9000)).toBe(start + 5)
  }
})
