import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { CallFacts, CallTexts } from '../../src/contract/received-call.ts'
import { createJournal, type Journal } from '../../src/control/requests/journal.ts'

const answered: Omit<CallFacts, 'key'> = {
  status: 200,
  answerLength: 2,
  hint: undefined,
  byRule: false,
  scenario: undefined,
  fault: null,
  meant: undefined,
  durationMs: 1,
}

/** A call with a body of so many bytes. */
function callOf(key: string, bytes = 0): [CallFacts, CallTexts] {
  const body = { start: Buffer.alloc(bytes), bytes, isComing: false }
  return [
    { ...answered, key },
    { method: 'POST', url: '/collections/mobilemoney', rawHeaders: [], body, answer: '{}' },
  ]
}

const numbers = (journal: Journal, key: string) => journal.newest(key).map(({ number }) => number)

test('five thousand businesses with a hundred calls each take no more than the memory for all', () => {
  const journal = createJournal(() => 0)
  const keys = Array.from({ length: 5000 }, (_, index) => `test_${index}`)
  const bytes = 7000
  for (const key of keys) for (let count = 0; count < 100; count++) journal.record(...callOf(key, bytes))
  const lastKeys = keys.slice(-100)
  const held = lastKeys.reduce((sum, key) => sum + numbers(journal, key).length, 0)
  expect(held * bytes).toBeLessThan(16 * 1024 * 1024)
  expect(held * bytes).toBeGreaterThan(8 * 1024 * 1024)
  expect(numbers(journal, 'test_4999')).toHaveLength(100)
  expect(numbers(journal, 'test_0')).toEqual([])
})

test.each([
  ['with bodies of 3.5 KB', 1, 3500],
  ['of eight businesses', 8, 300],
])('a thousand calls %s are all shown', (_what, businesses, bytes) => {
  const journal = createJournal(() => 0)
  const keys = Array.from({ length: businesses }, (_, index) => `test_${index}`)
  for (const key of keys) {
    for (let count = 0; count < 1000; count++) {
      const [facts, texts] = callOf(key, bytes)
      journal.record(facts, { ...texts, answer: 'x'.repeat(bytes + 500) })
    }
  }
  expect(keys.map((key) => numbers(journal, key).length)).toEqual(Array(businesses).fill(1000))
})

test('a body that still comes is let go of once newer calls have taken its room', async () => {
  const journal = createJournal(() => 0, { calls: 1000, bytes: 100_000, callsPerBusiness: 1000 })
  const recordComing = () => {
    const body = { start: Buffer.alloc(16), bytes: 16, isComing: true }
    const [facts, texts] = callOf('test_a')
    journal.record(facts, { ...texts, body })
    return new WeakRef(body)
  }
  const bodies = Array.from({ length: 20 }, recordComing)
  setFlagsFromString('--expose-gc')
  // A turn of its own: what was made in this one is held until its end.
  await new Promise((next) => setImmediate(next))
  runInNewContext('gc')()
  const kept = bodies.filter((body) => body.deref() !== undefined).length
  expect(kept).toBe(numbers(journal, 'test_a').length)
  expect(kept).toBeLessThan(10)
})
