import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WakeHeap } from '../../../src/engine/schedule/wake-heap.ts'

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const moment = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0, max: 20, noNaN: true }))
const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key, at: fc.option(moment) }),
  fc.record({ do: fc.constant('soonest' as const), key, at: moment }),
  fc.record({ do: fc.constant('rest' as const), key, at: moment }),
  fc.record({ do: fc.constant('take' as const), until: moment }),
)

/** What the heap is held against: the moments in a map, sorted when asked. */
class SortedList {
  readonly moments = new Map<string, number>()
  readonly resting = new Map<string, number>()

  set(key: string, at: number | null): void {
    if (at === null) this.moments.delete(key)
    else this.moments.set(key, Math.max(at, this.resting.get(key) ?? 0))
  }

  rest(key: string, until: number): void {
    this.resting.set(key, until)
    this.set(key, until)
  }

  soonest(key: string, at: number): void {
    this.set(key, Math.min(at, this.moments.get(key) ?? at))
  }

  get nextAt(): number | null {
    return [...this.moments.values()].sort((a, b) => a - b)[0] ?? null
  }

  takeUntil(now: number): { key: string; at: number }[] {
    const due = [...this.moments].map(([key, at]) => ({ key, at })).filter(({ at }) => at <= now)
    for (const { key } of due) {
      this.moments.delete(key)
      this.resting.delete(key)
    }
    return due.sort((a, b) => a.at - b.at)
  }
}

test('after any setting, moving, resting and taking, the heap gives what a sorted list gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new WakeHeap()
      const list = new SortedList()
      for (const one of steps) {
        if (one.do === 'set') {
          heap.set(one.key, one.at)
          list.set(one.key, one.at)
        } else if (one.do === 'soonest') {
          heap.soonest(one.key, one.at)
          list.soonest(one.key, one.at)
        } else if (one.do === 'rest') {
          heap.rest(one.key, one.at)
          list.rest(one.key, one.at)
        } else {
          const taken = heap.takeUntil(one.until)
          const expected = list.takeUntil(one.until)
          const momentOf = new Map(expected.map(({ key, at }) => [key, at]))
          expect(taken.map((key) => momentOf.get(key))).toEqual(expected.map(({ at }) => at))
          expect(new Set(taken)).toEqual(new Set(momentOf.keys()))
        }
        expect(heap.nextAt).toBe(list.nextAt)
      }
    }),
    { numRuns: 500 },
  )
})
