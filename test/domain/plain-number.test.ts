import { expect, test } from 'vitest'
import { plainDigits, plainNumber } from '../../src/domain/phone.ts'

/** The characters of the planes that have marks or digits. */
const everyCharacter = Array.from({ length: 0x21000 }, (_, index) => (index < 0x20000 ? index : index + 0xc0000))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('every format and direction mark of Unicode is taken out (D17)', () => {
  const marks = everyCharacter.filter((character) => /\p{Cf}/u.test(character))
  expect(marks.length).toBeGreaterThan(150)
  expect(marks.filter((mark) => plainNumber(`${mark}024${mark}123${mark}`) !== '024123')).toEqual([])
})

test('every decimal digit of Unicode is the ASCII digit of its value (D17)', () => {
  const digits = everyCharacter.filter((character) => /\p{Nd}/u.test(character))
  expect(digits.length).toBeGreaterThan(600)
  const scripts = Array.from({ length: digits.length / 10 }, (_, row) => digits.slice(row * 10, row * 10 + 10).join(''))
  expect(scripts.filter((script) => plainNumber(script) !== '0123456789')).toEqual([])
})

test('a text that is not a number keeps what it says', () => {
  expect(plainDigits(' Ama-\u202a12 (\u0663)\u202c ')).toBe(' Ama-12 (3) ')
  expect(plainNumber('+233 (24) x')).toBe('+23324x')
  expect(plainNumber('\u00b2\u2460\u2167')).toBe('\u00b2\u2460\u2167')
})
