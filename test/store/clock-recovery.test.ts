import { expect, test } from 'vitest'
import { type ClockState, drive, releaseClock } from '../../src/domain/clock.ts'
import { asLeftBy, insert, opening, openStore, temporaryFolder } from '../support/opened-store.ts'

const key = 'test_shop'
const hour = 3_600_000
const real: ClockState = { mode: 'real', rate: 1, sandboxAt: opening, wallAt: opening }

const setClock = (clock: ClockState) => () => ({ result: null, changes: [{ change: 'clock.set', clock } as const] })

test('a running clock has gone on while the sandbox was stopped', async () => {
  const folder = temporaryFolder()
  const before = openStore({ folder, clock: real })
  await before.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))
  before.close()
  const after = openStore({ folder, wall: opening + hour, clock: real })
  expect(after.now(key)).toBe(opening + hour)
})

test('after a restart with a wall clock set back, time goes on from where it was seen last', async () => {
  const folder = temporaryFolder()
  const before = openStore({ folder, clock: { ...real, rate: 60 } })
  before.setWall(opening + 1000)
  await before.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))
  expect(before.now(key)).toBe(opening + 60_000)
  before.close()
  const after = openStore({ folder, wall: opening - hour, clock: real })
  expect(after.now(key)).toBe(opening + 60_000)
  after.setWall(opening - hour + 1000)
  expect(after.now(key)).toBe(opening + 120_000)
  expect(after.business(key).clock).toMatchObject({ mode: 'real', rate: 60 })
})

test('however often it crashes, time is a second ahead at most, and never goes back', async () => {
  let folder = temporaryFolder()
  let before = 0
  for (let life = 0; life < 20; life++) {
    const wall = opening + life * 150
    const store = openStore({ folder, wall, clock: real })
    expect(store.now(key)).toBeGreaterThanOrEqual(before)
    for (const ms of [0, 40, 90]) {
      store.setWall(wall + ms)
      await store.perform(key, {}, () => ({ result: null, changes: [insert(`order-${life}-${ms}`)] }))
    }
    before = store.now(key)
    expect(before).toBeLessThanOrEqual(wall + 90 + 1000)
    folder = asLeftBy(folder)
  }
  const wall = opening + hour
  expect(openStore({ folder, wall, clock: real }).now(key)).toBe(wall)
})

test('however the wall clock stands at each restart, time never goes back', async () => {
  const folder = temporaryFolder()
  let before = 0
  const walls = [0, hour, -hour, 2 * hour, 2 * hour, -5 * hour, 3 * hour].map((by) => opening + by)
  for (const [life, wall] of walls.entries()) {
    const store = openStore({ folder, wall, clock: real })
    expect(store.now(key)).toBeGreaterThanOrEqual(before)
    store.setWall(wall + 500)
    await store.perform(key, {}, ({ now }) => {
      before = now
      return { result: null, changes: [insert(`order-${life}`)] }
    })
    store.close()
  }
})

test('a frozen clock stands where it stood, with any clock that the sandbox starts with', async () => {
  const folder = temporaryFolder()
  const before = openStore({ folder })
  await before.perform(key, {}, setClock({ mode: 'frozen', rate: 2, at: opening + hour }))
  before.close()
  const after = openStore({ folder, wall: opening + 5 * hour, clock: real })
  expect(after.business(key).clock).toEqual({ mode: 'frozen', rate: 2, at: opening + hour })
  expect(after.now('test_new')).toBe(opening + 5 * hour)
})

test.each(['frozen', 'real'] as const)(
  'a clock that a dead advance held is let go, %s again, where it was',
  async (mode) => {
    const folder = temporaryFolder()
    const before = openStore({ folder })
    const held = drive(releaseClock({ mode: 'frozen', rate: 3, at: opening }, opening, mode), opening + hour)
    await before.perform(key, {}, setClock(held))
    expect(before.business(key).clock.mode).toBe('driven')
    before.close()
    const after = openStore({ folder, wall: opening - hour })
    expect(after.business(key).clock).toMatchObject({ mode, rate: 3 })
    expect(after.now(key)).toBe(opening + hour)
    after.setWall(opening - hour + 1000)
    expect(after.now(key)).toBe(mode === 'real' ? opening + hour + 3000 : opening + hour)
  },
)

test.each([
  ['a frozen clock, asked to be frozen, stands where it stood', { mode: 'frozen' }, 0],
  ['a frozen clock goes to a time that was named and lies ahead', { mode: 'frozen', at: opening + 9 * hour }, 9 * hour],
  ['a frozen clock never goes back to a time that was named', { mode: 'frozen', at: opening - hour }, 0],
] as const)('%s', async (_what, clockAsked, ahead) => {
  const folder = temporaryFolder()
  const before = openStore({ folder })
  await before.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))
  before.close()
  const after = openStore({ folder, wall: opening + 5 * hour, clockAsked })
  expect(after.business(key).clock).toEqual({ mode: 'frozen', rate: 1, at: opening + ahead })
})
