import { expect, test } from 'vitest'
import { UsageError } from '../../../src/cli/exit.ts'
import { prettyLines, printableLines, printableOf } from '../../../src/cli/terminal/printable.ts'
import { WrongMoney } from '../../../src/judge/explore/failures.ts'
import { printable } from '../../../src/text.ts'

test.each([
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['an operating system command', '\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['a C1 control', '\u009b31m', '\\u009b31m'],
  ['a new line and a tab', 'a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
  ['DEL', 'a\u007fb', 'a\\u007fb'],
  ['text turned round', 'a\u202eb\u2066c\u200fd\u061ce', 'a\\u202eb\\u2066c\\u200fd\\u061ce'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['a command to the log of a CI service', '::error::all lost', '\\u003a:error::all lost'],
  ['a command after white space', '  ::error file=a.ts,line=1::all lost', '  \\u003a:error file=a.ts,line=1::all lost'],
  ['a command in the other form', '##[error]all lost', '\\u0023#[error]all lost'],
  ['a command in the third form', '##vso[task.complete]', '\\u0023#vso[task.complete]'],
  ['half a surrogate pair', 'a\ud83d', 'a\\ud83d'],
])('%s is shown as an escape', (_what, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('letters of every script, emoji and backslashes stay as they are', () => {
  const text = '::1 ::ffff:10.0.0.1 ## # order-1 Akosua Mensah Nǐ 支払い 👍🏽 مرحبا \\u001b'
  expect(printable(text)).toBe(text)
})

test('of several lines the lines stay', () => {
  expect(printableLines('a\u001bb\n\tc\r\n')).toBe('a\\u001bb\n\tc\\u000d\n')
})

test('a text that is not JSON stays on one line', () => {
  expect(prettyLines('{"a":\n1}')).toBe('{\n  "a": 1\n}')
  expect(prettyLines('not\njson\u001b')).toBe('not\\u000ajson\\u001b')
})

test('every text of an answer is on one line', () => {
  expect(printableOf({ a: ['b\nc', 1, null], d: { e: '\u009b2J' } })).toEqual({
    a: ['b\\u000ac', 1, null],
    d: { e: '\\u009b2J' },
  })
})

test('what the books say makes no line of its own in an error, and neither does an argument', () => {
  const wrong = new WrongMoney({ rule: 'charged-twice', evidence: 'order\nEVIL\u001b[2J' })
  expect(wrong.message).toBe('charged-twice: order\\u000aEVIL\\u001b[2J')
  expect(new UsageError(['one\nEVIL', 'two']).message).toBe('one\\u000aEVIL\ntwo')
})
