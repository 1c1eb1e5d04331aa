import { expect, test } from 'vitest'
import type { ReceivedBody, ReceivedCall } from '../../src/contract/received-call.ts'
import { createJournal, type Journal } from '../../src/control/requests/journal.ts'

function callOf(key: string, bytes = 0): ReceivedCall {
  return {
    key,
    method: 'POST',
    url: '/collections/mobilemoney',
    rawHeaders: [],
    body: { start: Buffer.alloc(bytes), bytes, isComing: false },
    status: 200,
    answer: '{}',
    answerLength: 2,
    hint: undefined,
    rule: undefined,
    scenario: undefined,
    fault: null,
    meant: undefined,
    durationMs: 1,
  }
}

const numbers = (journal: Journal, key: string) => journal.newest(key).map(({ number }) => number)

test('beyond the calls for all, the oldest go, of whichever business', () => {
  const journal = createJournal(() => 0, { calls: 3, callsPerBusiness: 1000 })
  for (const key of ['test_a', 'test_b', 'test_a', 'test_b']) journal.record(callOf(key))
  expect(['test_a', 'test_b'].map((key) => numbers(journal, key))).toEqual([[3], [4, 2]])
})

test('what is forgotten is gone, and all others stay', () => {
  const journal = createJournal(() => 0)
  for (const key of ['test_a', 'test_b', 'test_a']) journal.record(callOf(key))
  journal.forget('test_a')
  journal.record(callOf('test_a'))
  expect(['test_a', 'test_b'].map((key) => numbers(journal, key))).toEqual([[4], [2]])
})

test('a call is shown as it came, with any texts, however many came before', () => {
  const journal = createJournal(() => 0, { calls: 100, callsPerBusiness: 100 })
  for (let count = 0; count < 300; count++) {
    const bytes = Buffer.from(`before{"reason":"Éà ${count}"}`)
    const start = bytes.subarray('before'.length)
    const call: ReceivedCall = {
      ...callOf('test_a'),
      method: 'PUT',
      url: '/a?b=\u00e9',
      rawHeaders: ['Host', 'localhost', 'X-Name', 'J\u00fcrgen', 'X-Empty', ''],
      body: { start: Buffer.from(start), bytes: start.length + count, isComing: false },
      answer: count % 2 === 0 ? null : `{"n":"🙂 ${'x'.repeat(count)}"}`,
      hint: `number ${count}`,
    }
    journal.record({ ...call, body: { ...call.body, start } })
    bytes.fill('x')
    expect(journal.newest('test_a')[0]).toEqual({ number: count + 1, at: 0, call })
  }
  expect(numbers(journal, 'test_a')).toHaveLength(100)
})

test('of a long body and a long answer the first 16 KiB are kept', () => {
  const journal = createJournal(() => 0)
  journal.record({ ...callOf('test_a', 20_000), answer: 'é'.repeat(20_000) })
  const { body, answer } = journal.newest('test_a')[0]?.call ?? {}
  expect([body?.start?.length, body?.bytes, answer]).toEqual([16_384, 20_000, 'é'.repeat(8192)])
})

test('a body that still comes is shown as far as it has come', () => {
  const journal = createJournal(() => 0)
  const body: ReceivedBody = { start: null, bytes: 0, isComing: true }
  journal.record({ ...callOf('test_a'), body })
  body.start = Buffer.from('{"a":1}')
  expect(journal.newest('test_a')[0]?.call.body.start?.toString()).toBe('{"a":1}')
})
