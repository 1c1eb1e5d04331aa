import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDistance, formatDuration, formatSum } from '../../src/dashboard/parts/format.ts'
import { jsonText, jsonTokens } from '../../src/dashboard/parts/json-tokens.ts'
import { visibleRange } from '../../src/dashboard/parts/lists/visible-range.ts'

test.each([
  [1250.5, 'GHS', 'GHS 1,250.50'],
  ['100', 'GHS', 'GHS 100.00'],
  [1000, 'XOF', 'XOF 1,000'],
  ['0.000001', 'USDC', 'USDC 0.000001'],
  ['<b>', 'GHS', 'GHS <b>'],
])('the sum %j %s is %s', (amount, currency, text) => {
  expect(formatSum(amount, currency)).toBe(text)
})

test.each([
  [-1, '0.0 s'],
  [2_350, '2.4 s'],
  [59_999, '59 s'],
  [125_000, '2 min 05 s'],
  [3_600_000, '1 h 00 min'],
  [100 * 3_600_000, '4 d 4 h'],
])('a distance of %d ms is %s', (ms, text) => {
  expect(formatDistance(ms)).toBe(text)
})

test('a duration of less than a second is shown in milliseconds', () => {
  expect([formatDuration(12.4), formatDuration(1200)]).toEqual(['12 ms', '1.2 s'])
})

test('the pieces of JSON together are the JSON of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(
        jsonTokens(value)
          .map(({ text }) => text)
          .join(''),
      ).toBe(jsonText(value))
    }),
  )
})

test('keys, texts, numbers and words of JSON differ in kind', () => {
  const kinds = jsonTokens({ 'a": 1': 'b: 2', n: -1.5e3, t: true }).filter(({ kind }) => kind !== 'plain')
  expect(kinds.map(({ kind, text }) => [kind, text])).toEqual([
    ['key', '"a\\": 1"'],
    ['string', '"b: 2"'],
    ['key', '"n"'],
    ['number', '-1500'],
    ['key', '"t"'],
    ['word', 'true'],
  ])
})

test('text that is not JSON is shown as it is', () => {
  expect(jsonText('<script>')).toBe('<script>')
})

test.each([
  [
    { top: 0, height: 520, count: 10_000 },
    { first: 0, last: 16 },
  ],
  [
    { top: 52_000, height: 520, count: 10_000 },
    { first: 994, last: 1016 },
  ],
  [
    { top: 52_000, height: 520, count: 10 },
    { first: 9, last: 10 },
  ],
  [
    { top: 0, height: 520, count: 0 },
    { first: 0, last: 0 },
  ],
])('of a list only what is in sight is drawn: %j', (view, range) => {
  expect(visibleRange({ ...view, rowHeight: 52 })).toEqual(range)
})
