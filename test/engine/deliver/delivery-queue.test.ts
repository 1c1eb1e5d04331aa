import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeliveryQueue, type LaneLimits } from '../../../src/engine/deliver/delivery-queue.ts'

/** Lanes whose tasks run until a test ends them, and what happened in them. */
function watchedLanes(limits: LaneLimits) {
  const lanes = createDeliveryQueue(limits)
  const running: { origin: string; name: string; end: () => void }[] = []
  const started: string[] = []
  return {
    started,
    running,
    run(origin: string, name: string) {
      lanes.run(origin, () => {
        started.push(name)
        return new Promise<void>((resolve) => {
          const task = { origin, name, end: resolve }
          running.push(task)
        })
      })
    },
    /** Ends a running task; resolves when the lanes have looked for the next. */
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

test('work below the caps starts at once, in its order', () => {
  const { run, started } = watchedLanes({ inFlight: 10, perOrigin: 4 })
  for (const name of ['a1', 'a2', 'b1', 'a3', 'c1']) run(name.charAt(0), name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'c1'])
})

test('one origin never takes more than its share, and the next starts when one ends, in turn', async () => {
  const { run, started, end } = watchedLanes({ inFlight: 10, perOrigin: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) run('a', name)
  expect(started).toEqual(['a1', 'a2'])
  await end('a2')
  await end('a1')
  expect(started).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('a dead origin with a thousand webhooks delays nobody else', () => {
  const { run, started } = watchedLanes({ inFlight: 20, perOrigin: 4 })
  for (let count = 0; count < 1000; count += 1) run('dead', `dead-${count}`)
  for (let count = 0; count < 16; count += 1) run(`shop-${count}`, `shop-${count}`)
  expect(started.filter((name) => name.startsWith('dead'))).toHaveLength(4)
  expect(started.filter((name) => name.startsWith('shop'))).toHaveLength(16)
})

test('when all places are taken, the origins that wait take turns', async () => {
  const { run, started, end } = watchedLanes({ inFlight: 1, perOrigin: 1 })
  run('first', 'first')
  for (let count = 0; count < 3; count += 1) for (const origin of ['a', 'b', 'c']) run(origin, `${origin}${count}`)
  while (started.length < 10) await end(started.at(-1) ?? '')
  expect(started).toEqual(['first', 'a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
})

// Each webhook makes the merchant create the next transaction, whose webhook waits again.
test('an origin that always has new work does not starve another', async () => {
  const { run, started, end } = watchedLanes({ inFlight: 1, perOrigin: 1 })
  run('busy', 'busy-0')
  run('other', 'other')
  for (let count = 1; count < 20 && !started.includes('other'); count += 1) {
    run('busy', `busy-${count}`)
    await end(started.at(-1) ?? '')
  }
  expect(started).toContain('other')
  expect(started.length).toBeLessThanOrEqual(3)
})

test('the caps are kept, everything runs, and none waits while it could run', async () => {
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
        expect(running.length).toBeLessThanOrEqual(inFlight)
        for (const count of counts.values()) expect(count).toBeLessThanOrEqual(perOrigin)
        const couldRun = [...waiting].filter(
          ([origin, names]) => names.some((name) => !started.includes(name)) && (counts.get(origin) ?? 0) < perOrigin,
        )
        if (running.length < inFlight) expect(couldRun).toEqual([])
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
