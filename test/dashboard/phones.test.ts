import { expect, test } from 'vitest'
import {
  endingWords,
  formatNumber,
  type PhoneSummary,
  shownNumber,
  typed,
  waitingWords,
  wrongPin,
} from '../../src/dashboard/phones/phone.ts'

function phone(number: string, openPrompts: number, awaitedOtps: number): PhoneSummary {
  return {
    number,
    name: 'Ama',
    network: 'MTN',
    openPrompts,
    awaitedOtps,
    waitsFor: [],
    askedAt: '2026-01-31T12:00:00.000Z',
  }
}

test('the phone that is named is shown, else the one from before, else one that is asked, else the one asked last', () => {
  const [idle, asked] = [phone('233241234567', 0, 0), phone('233201234567', 0, 1)]
  expect(shownNumber('0550000000', '233241234567', [idle, asked])).toBe('0550000000')
  expect(shownNumber('0201234567', null, [idle, asked])).toBe('233201234567')
  expect(shownNumber(null, '233241234567', [idle, asked])).toBe('233241234567')
  expect(shownNumber(null, 'of another business', [idle, asked])).toBe('233201234567')
  expect(shownNumber(null, null, [idle, asked])).toBe('233201234567')
  expect(shownNumber(null, null, [idle])).toBe('233241234567')
  expect(shownNumber(null, null, [])).toBe(null)
})

test.each([
  ['233241234567', '+233 24 123 4567'],
  ['2250701234567', '+225 07 012 34567'],
  ['0241234567', '0241234567'],
  ['<b>', '<b>'],
])('%s is read as %s', (number, read) => {
  expect(formatNumber(number)).toBe(read)
})

test('open prompts and awaited codes are shown in words', () => {
  expect(waitingWords(phone('1', 0, 0))).toBe('')
  expect(waitingWords(phone('1', 1, 0))).toBe('1 prompt')
  expect(waitingWords(phone('1', 2, 1))).toBe('2 prompts, 1 code')
})

test('an open prompt has no ending', () => {
  expect([endingWords('open'), endingWords('declined')]).toEqual([null, 'Wrong PIN'])
})

test('the pad adds digits up to eight, and takes the last away', () => {
  const keys = ['1', '2', 'delete', '3']
  expect(keys.reduce(typed, '')).toBe('13')
  expect('123456789'.split('').reduce(typed, '')).toBe('12345678')
  expect(typed('', 'delete')).toBe('')
})

test.each(['0000', '9999', '123456'])('the wrong PIN beside %s is another one of its length', (right) => {
  expect(wrongPin(right)).toMatch(/^\d+$/)
  expect(wrongPin(right)).toHaveLength(right.length)
  expect(wrongPin(right)).not.toBe(right)
})
