import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { cutText } from '../../../src/cli/terminal/fit-text.ts'
import { screenOf } from '../../../src/cli/terminal/screen.ts'
import { type Column, tableOf } from '../../../src/cli/terminal/table.ts'

const plain = screenOf({})
const colours = screenOf({ isTTY: true, columns: 30, hasColors: () => true })
const columns: readonly Column[] = [{ title: 'name' }, { title: 'sum', align: 'right' }, {}]

test('columns are aligned, numbers on the right, and no line ends with blanks', () => {
  const rows = [
    ['order-1', '7', 'first'],
    ['x', '1200.50', ''],
  ]
  expect(tableOf(columns, rows, plain)).toBe('NAME         SUM\norder-1        7  first\nx        1200.50\n')
})

test('a table without titles begins with its first row; one without rows and titles is nothing', () => {
  expect(tableOf([{}, {}], [['a', 'b']], plain)).toBe('a  b\n')
  expect(tableOf([{}], [], plain)).toBe('')
})

test('wide letters, emoji and marks are counted as a terminal draws them', () => {
  expect(['abc', '支払い', '👍🏽', '👨‍👩‍👧', 'e\u0301', 'Nǐ', '\u200b', '☎️'].map((text) => stringWidth(text))).toEqual([
    3, 6, 2, 2, 1, 2, 0, 2,
  ])
  expect(
    tableOf(
      [{}, {}],
      [
        ['支払い', '1'],
        ['abc', '2'],
      ],
      plain,
    ),
  ).toBe('支払い  1\nabc     2\n')
})

test('a text is cut between letters, and never wider than it may be', () => {
  expect(cutText('支払い', 6)).toBe('支払い')
  expect(cutText('支払い', 5)).toBe('支払…')
  expect(cutText('支払い', 4)).toBe('支…')
  expect(cutText('👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…')
  expect(cutText('abc', 0)).toBe('')
})

test('on a terminal the widest column is cut, and the others keep their width', () => {
  const rows = [['order-1', '100', 'x'.repeat(100)]]
  const lines = stripVTControlCharacters(tableOf(columns, rows, colours)).split('\n')
  expect(lines).toEqual([`NAME     SUM`, `order-1  100  ${'x'.repeat(15)}…`, ''])
})

test('what can be copied is cut last or never, and columns that find no room are left out', () => {
  const kept = [{ cut: 'never' }, {}] as const
  const [id, text] = ['x'.repeat(16), 'y'.repeat(20)]
  expect(tableOf(kept, [[id, text]], colours)).toBe(`${id}  ${'y'.repeat(11)}…\n`)
  expect(tableOf(kept, [[`${id}x`, text]], colours)).toBe(`${id}x  ${'y'.repeat(10)}…\n`)
  expect(tableOf(kept, [[`${id}${id.slice(8)}`, text]], colours)).toBe(`${id}${id.slice(8)}\n`)
  expect(tableOf([{ cut: 'last' }, {}], [[id, text]], colours)).toBe(`${id}  ${'y'.repeat(11)}…\n`)
  expect(tableOf([{ cut: 'last' }, {}], [[text + text, text]], colours)).toBe(`${'y'.repeat(19)}…  ${'y'.repeat(7)}…\n`)
  expect(tableOf([{ cut: 'never' }], [[text + text]], colours)).toBe(`${'y'.repeat(29)}…\n`)
})

test('styles are painted on a terminal only, and padding stands outside', () => {
  const rows = [
    [{ text: 'FAILED', style: 'red' } as const, '1'],
    ['COMPLETED', '2'],
  ]
  expect(tableOf([{}, {}], rows, plain)).toBe('FAILED     1\nCOMPLETED  2\n')
  expect(tableOf([{}, {}], rows, colours)).toBe('\u001b[31mFAILED\u001b[39m     1\nCOMPLETED  2\n')
})

test('what steers a terminal is escaped', () => {
  expect(tableOf([{}], [['a\u001b[31m\nb']], plain)).toBe('a\\u001b[31m\\u000ab\n')
})
