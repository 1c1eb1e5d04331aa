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
  scenario: undefined,
  fault: null,
  meant: undefined,
  durationMs: 1,
}

/** A call with a body of so many bytes. */
function callOf(key: string, bytes = 0): ReceivedCall {
  return { ...answered, key, body: { start: Buffer.alloc(bytes), bytes, isComing: false } }
}

const numbers = (journal: Journal, key: string) => [...journal.newest(key)].map(({ number }) => number)

test('each business keeps its last calls, newest first', () => {
  const journal = createJournal(() => 0, { callsPerBusiness: 3, bytesInAll: 1_000_000 })
  for (let count = 0; count < 5; count++) journal.record(callOf('test_a'))
  journal.record(callOf('test_b'))
  expect(numbers(journal, 'test_a')).toEqual([5, 4, 3])
  expect(numbers(journal, 'test_b')).toEqual([6])
  expect([...journal.newest('test_a', 4)].map(({ number }) => number)).toEqual([5])
  expect(numbers(journal, 'test_c')).toEqual([])
})

test('beyond the memory for all, the businesses that were called longest ago are forgotten', () => {
  const journal = createJournal(() => 0, { callsPerBusiness: 1000, bytesInAll: 100_000 })
  for (const key of ['test_a', 'test_b', 'test_c', 'test_a']) journal.record(callOf(key, 20_000))
  journal.record(callOf('test_d', 20_000))
  expect(['test_a', 'test_b', 'test_c', 'test_d'].map((key) => numbers(journal, key).length)).toEqual([2, 0, 1, 1])
})

test('a business that alone fills the memory forgets its oldest calls', () => {
  const journal = createJournal(() => 0, { callsPerBusiness: 1000, bytesInAll: 100_000 })
  for (let count = 0; count < 20; count++) journal.record(callOf('test_a', 20_000))
  expect(numbers(journal, 'test_a')).toEqual([20, 19, 18, 17])
})

test('what is forgotten makes room', () => {
  const journal = createJournal(() => 0, { callsPerBusiness: 1000, bytesInAll: 100_000 })
  for (let round = 0; round < 5; round++) {
    journal.forget('test_b')
    for (let count = 0; count < 2; count++) journal.record(callOf('test_a', 0))
    for (let count = 0; count < 3; count++) journal.record(callOf('test_b', 20_000))
  }
  expect(numbers(journal, 'test_b')).toHaveLength(3)
  expect(numbers(journal, 'test_a')).toHaveLength(10)
})

test('whoever listens is told whose call it was, until he ends it', () => {
  const journal = createJournal(() => 0)
  const told: string[] = []
  const end = journal.onRecord((key) => told.push(key))
  journal.record(callOf('test_a'))
  end()
  journal.record(callOf('test_b'))
  expect(told).toEqual(['test_a'])
})

test('while nobody can say what time it is, nothing is kept, and nothing breaks', () => {
  const journal = createJournal(() => {
    throw new StorageFailure(new Error('gone'))
  })
  journal.record(callOf('test_a'))
  expect(numbers(journal, 'test_a')).toEqual([])
})
