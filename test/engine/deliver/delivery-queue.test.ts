import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeliveryQueue, type LaneLimits } from '../../../src/engine/deliver/delivery-queue.ts'
import { sleep } from '../../../src/time.ts'

function watchedLanes(limits: LaneLimits) {
  const lanes = new DeliveryQueue(limits)
  const running: { key: string; origin: string; name: string; end: () => void }[] = []
  const started: string[] = []
  return {
    started,
    running,
    run(origin: string, name: string, key = origin) {
      const task = () => {
        started.push(name)
        return new Promise<void>((resolve) => {
          running.push({ key, origin, name, end: resolve })
        })
      }
      lanes.run(key, origin, { run: task, isWanted: () => true })
    },
    async end(name: string) {
      const index = running.findIndex((task) => task.name === name)
      running.splice(index, 1)[0]?.end()
      await settled()
    },
  }
}

/** Microtasks that are due have run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

test('places that were lent come back when the deliveries that have them end', async () => {
  const { run, started, end } = watchedLanes({ inFlight: 8, perOrigin: 8 })
  for (let count = 0; count < 3; count += 1) run('a', `a${count}`)
  for (let count = 0; count < 8; count += 1) run('b', `b${count}`)
  expect(started).toEqual(['a0', 'a1', 'a2', 'b0', 'b1'])
  for (const name of ['a0', 'a1', 'a2']) await end(name)
  expect(started.slice(5)).toEqual(['b2'])
})

test('the lanes of a business take turns', async () => {
  const { run, started, end } = watchedLanes({ inFlight: 1, perOrigin: 1 })
  run('first', 'first', 'one')
  for (let count = 0; count < 2; count += 1)
    for (const origin of ['a', 'b', 'c']) run(origin, `${origin}${count}`, 'one')
  while (started.length < 7) await end(started.at(-1) ?? '')
  expect(started).toEqual(['first', 'a0', 'b0', 'c0', 'a1', 'b1', 'c1'])
})

const hangs = { inFlight: 64, perOrigin: 4, hangsAfterMs: 20 }

test('the places of deliveries that hang are given back to other businesses, not to their own', async () => {
  const { run, started } = watchedLanes(hangs)
  for (let count = 0; count < 4; count += 1) {
    for (let origin = 0; origin < 12; origin += 1) run(`dead-${origin}`, 'a', 'a')
  }
  expect(started).toHaveLength(24)
  for (let origin = 0; origin < 24; origin += 1) run(`shop-${origin}`, 'b', 'b')
  expect(started.filter((name) => name === 'b')).toHaveLength(12)
  await expect.poll(() => started.filter((name) => name === 'b').length).toBe(24)
  expect(started.filter((name) => name === 'a')).toHaveLength(24)
})

test('a dead origin is counted over all businesses', async () => {
  const { run, started, end } = watchedLanes(hangs)
  for (let count = 0; count < 4; count += 1) run('dead', 'a', 'a')
  await sleep(40)
  for (let count = 0; count < 2; count += 1) run('dead', `b${count}`, 'b')
  expect(started).toEqual(['a', 'a', 'a', 'a', 'b0'])
  await end('b0')
  expect(started.at(-1)).toBe('b1')
})

test('deliveries that hang are bounded, apart from the first of each business', async () => {
  const { run, started } = watchedLanes({ ...hangs, inFlight: 4, perOrigin: 1 })
  for (let business = 0; business < 20; business += 1) {
    for (let origin = 0; origin < 3; origin += 1) run(`dead-${business}-${origin}`, `${business}`, `${business}`)
  }
  await sleep(60)
  // The first business found the three free places: two for itself, with a quarter kept free.
  expect(started).toHaveLength(21)
  run('shop', 'shop')
  expect(started.at(-1)).toBe('shop')
})

test('the caps are kept, everything runs, and no business without a place waits', async () => {
  const event = fc.oneof(
    fc.record({ do: fc.constant('run' as const), origin: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ do: fc.constant('end' as const), which: fc.nat() }),
  )
  const limits = fc.record({ inFlight: fc.integer({ min: 1, max: 6 }), perOrigin: fc.integer({ min: 1, max: 3 }) })
  await fc.assert(
    fc.asyncProperty(limits, fc.array(event, { maxLength: 80 }), async ({ inFlight, perOrigin }, events) => {
      const { run, end, running, started } = watchedLanes({ inFlight, perOrigin })
      const waiting = new Map<string, string[]>()
      const keepsCaps = () => {
        const counts = new Map<string, number>()
        for (const { origin } of running) counts.set(origin, (counts.get(origin) ?? 0) + 1)
        // The first one of each business needs no free place.
        expect(running.length - counts.size).toBeLessThan(inFlight)
        for (const count of counts.values()) expect(count).toBeLessThanOrEqual(perOrigin)
        const couldRun = [...waiting].filter(
          ([origin, names]) => names.some((name) => !started.includes(name)) && !counts.has(origin),
        )
        expect(couldRun).toEqual([])
      }
      let asked = 0
      for (const one of events) {
        if (one.do === 'run') {
          const name = `${one.origin}-${asked++}`
          waiting.set(one.origin, [...(waiting.get(one.origin) ?? []), name])
          run(one.origin, name)
        } else {
          await end(running[one.which % Math.max(1, running.length)]?.name ?? '')
        }
        keepsCaps()
      }
      while (running.length > 0) await end(running[0]?.name ?? '')
      for (const [origin, names] of waiting) {
        expect(started.filter((name) => name.startsWith(`${origin}-`))).toEqual(names)
      }
    }),
  )
})
