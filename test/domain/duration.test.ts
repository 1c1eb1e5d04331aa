import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationProblem, formatDuration, longestDurationMs, parseDuration } from '../../src/domain/duration.ts'
import { durationRangeProblem, parseDurationRange } from '../../src/scenarios/language/duration-range.ts'

test.each([
  ['0s', 0],
  ['500ms', 500],
  ['90s', 90_000],
  ['1m30s', 90_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  ['1d2h3m4s5ms', 93_784_005],
  ['3650d', longestDurationMs],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

const form = 'is not a duration; write for example 5s, 2m or 1m30s'
test.each([
  ['', `"" ${form}`],
  ['0', `"0" ${form}`],
  ['5', `"5" ${form}`],
  ['5 sec', `"5 sec" ${form}`],
  ['-5s', `"-5s" ${form}`],
  ['+5s', `"+5s" ${form}`],
  ['1.5s', `"1.5s" ${form}`],
  ['1e3s', `"1e3s" ${form}`],
  ['30s1m', `"30s1m" ${form}`],
  ['1s1s', `"1s1s" ${form}`],
  ['5S', `"5S" ${form}`],
  [' 5s', `" 5s" ${form}`],
  ['5s\n', `"5s\\n" ${form}`],
  ['٥s', `"٥s" ${form}`],
  ['3651d', '"3651d" is longer than ten years; write at most 3650d'],
  ['999999999999999d', '"999999999999999d" is longer than ten years; write at most 3650d'],
  ['9'.repeat(400), `"${'9'.repeat(60)}…" ${form}`],
])('%j is refused with what to write', (text, problem) => {
  expect(durationProblem(text)).toBe(problem)
  expect(() => parseDuration(text)).toThrow(new RangeError(problem))
})

test('every number of milliseconds is written so that it reads back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: longestDurationMs }), (ms) => {
      expect(parseDuration(formatDuration(ms))).toBe(ms)
    }),
  )
})

test.each([
  [0, '0s'],
  [500, '500ms'],
  [90_000, '1m30s'],
  [604_800_000, '7d'],
])('%d ms is written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('a range has two ends, a plain duration one', () => {
  expect(parseDurationRange('2s..8s')).toEqual({ minMs: 2000, maxMs: 8000 })
  expect(parseDurationRange('3s')).toEqual({ minMs: 3000, maxMs: 3000 })
})

test.each([
  ['8s..2s', '8s..2s runs backwards; write 2s..8s'],
  ['2..8s', `"2" ${form}, or a range such as 2s..8s`],
  ['2s..', `"" ${form}, or a range such as 2s..8s`],
  ['1s..2s..3s', '"1s..2s..3s" is not a range; write for example 2s..8s'],
])('the range %s is refused with what to write', (text, problem) => {
  expect(durationRangeProblem(text)).toBe(problem)
  expect(() => parseDurationRange(text)).toThrow(new RangeError(problem))
})
