import { expect, test } from 'vitest'
import { printable, printableLines } from '../../../src/cli/terminal/printable.ts'

test.each([
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['an operating system command', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['a C1 control', '\u009b31m', '\\u009b31m'],
  ['a new line and a tab', 'a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
  ['DEL', 'a\u007fb', 'a\\u007fb'],
  ['text turned round', 'a\u202eb\u2066c\u200fd\u061ce', 'a\\u202eb\\u2066c\\u200fd\\u061ce'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['half a surrogate pair', 'a\ud83d', 'a\\ud83d'],
])('%s is shown as an escape', (_what, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('letters of every script, emoji and backslashes stay as they are', () => {
  const text = 'order-1 Akosua Mensah Nǐ 支払い 👍🏽 مرحبا \\u001b'
  expect(printable(text)).toBe(text)
})

test('of several lines the lines stay', () => {
  expect(printableLines('a\u001bb\n\tc\r\n')).toBe('a\\u001bb\n\tc\\u000d\n')
})
