import { expect, test } from 'vitest'
import { isPlainText, isSoundJson, isSoundText } from '../../src/contract/field-rules.ts'

const c0 = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))

test.each(['', 'a', 'Crème brûlée', '🙂', '\u007f\u0080\u2028\ufeff\uffff', '\u{10ffff}'])(
  '"%s" is sound and plain',
  (text) => {
    expect([isSoundText(text), isPlainText(text)]).toEqual([true, true])
  },
)

test.each(['\ud83d', 'a\ude42', '\ude42\ud83d', '\ud83d\ud83d\ude42'])('half a surrogate pair is neither', (text) => {
  expect([isSoundText(text), isPlainText(text)]).toEqual([false, false])
})

test('of the control characters only NUL is not sound, and none is plain', () => {
  expect(c0.filter((control) => !isSoundText(`a${control}b`))).toEqual(['\u0000'])
  expect(c0.filter((control) => isPlainText(`a${control}b`))).toEqual([])
})

test('sound JSON is sound in every key and every string, however deep', () => {
  expect([null, true, 0, 'a', [], {}, { a: [{ b: '\n' }] }].every(isSoundJson)).toBe(true)
  const broken: unknown[] = [
    [1, Number.POSITIVE_INFINITY],
    '\u0000',
    ['\ud800'],
    { a: '\u0000' },
    { 'a\udc00': 1 },
    { a: { b: [1, ['\u0000']] } },
  ]
  expect(broken.some(isSoundJson)).toBe(false)
})
