import { expect, test } from 'vitest'
import type { ReceivedCall } from '../../src/contract/received-call.ts'
import { createJournal, type Journal } from '../../src/control/requests/journal.ts'
import { StorageFailure } from '../../src/domain/storage-failure.ts'

const answered: Omit<ReceivedCall, 'key' | 'body'> = {
  method: 'POST',
  url: '/collections/mobilemoney',
  rawHeaders: [],
  status: 200,
  answer: '{}',
  answerLength: 2,
  hint: undefined,
  byRule: false,
  scenario: undefined,
  fault: null,
  meant: undefined,
  durationMs: 1,
}

/** A call with a body of so many bytes. */
function callOf(key: string, bytes = 0): ReceivedCall {
  return { ...answered, key, body: { start: Buffer.alloc(bytes), bytes, isComing: false } }
}

const numbers = (journal: Journal, key: string) => journal.newest(key).map(({ number }) => number)

test('of each business the last calls are shown, newest first', () => {
  const journal = createJournal(() => 0, { calls: 10, bytes: 1_000_000, callsPerBusiness: 3 })
  for (let count = 0; count < 5; count++) journal.record(callOf('test_a'))
  journal.record(callOf('test_b'))
  expect(numbers(journal, 'test_a')).toEqual([5, 4, 3])
  expect(numbers(journal, 'test_b')).toEqual([6])
  expect(journal.newest('test_a', 4).map(({ number }) => number)).toEqual([5])
  expect(numbers(journal, 'test_c')).toEqual([])
})

test('beyond the calls for all, the oldest go, of whichever business', () => {
  const journal = createJournal(() => 0, { calls: 3, bytes: 1_000_000, callsPerBusiness: 1000 })
  for (const key of ['test_a', 'test_b', 'test_a', 'test_b']) journal.record(callOf(key))
  expect(['test_a', 'test_b'].map((key) => numbers(journal, key))).toEqual([[3], [4, 2]])
})

test('beyond the memory for all, the oldest calls go', () => {
  const journal = createJournal(() => 0, { calls: 1000, bytes: 100_000, callsPerBusiness: 1000 })
  for (const key of ['test_a', 'test_b', 'test_c', 'test_a', 'test_d']) journal.record(callOf(key, 20_000))
  expect(['test_a', 'test_b', 'test_c', 'test_d'].map((key) => numbers(journal, key))).toEqual([[4], [2], [3], [5]])
})

test('what is forgotten makes room', () => {
  const journal = createJournal(() => 0, { calls: 1000, bytes: 100_000, callsPerBusiness: 1000 })
  for (let round = 0; round < 5; round++) {
    journal.forget('test_b')
    for (let count = 0; count < 2; count++) journal.record(callOf('test_a', 0))
    for (let count = 0; count < 3; count++) journal.record(callOf('test_b', 20_000))
  }
  expect(numbers(journal, 'test_b')).toHaveLength(3)
  expect(numbers(journal, 'test_a')).toHaveLength(10)
})

test('a listener gets the key of each call, until it is removed', () => {
  const journal = createJournal(() => 0)
  const keys: string[] = []
  const end = journal.onRecord((key) => keys.push(key))
  journal.record(callOf('test_a'))
  end()
  journal.record(callOf('test_b'))
  expect(keys).toEqual(['test_a'])
})

test('while the time cannot be read, no call is kept, and nothing breaks', () => {
  const journal = createJournal(() => {
    throw new StorageFailure(new Error('gone'))
  })
  journal.record(callOf('test_a'))
  expect(numbers(journal, 'test_a')).toEqual([])
})
