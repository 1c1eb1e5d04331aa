import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { auditText } from '../../../src/cli/judge/audit-text.ts'
import { screenOf } from '../../../src/cli/terminal/screen.ts'
import type { AuditRow } from '../../../src/judge/audit/audit.ts'

const row = (check: string, verdict: AuditRow['verdict'], seen = ''): AuditRow => {
  return { check, askedForBy: 'credit once (spec 6)', seen, verdict, advice: 'Credit in one step.' }
}
const rows = [
  row('approved', 'ok', 'order-1 was credited 10.5 GHS'),
  row('webhook-late', 'unsteady', 'order-2 was credited 0 GHS'),
  row('no signature', 'not checked (the plan has no probe)', 'answered 401'),
  row('webhook-twice', 'FAILED', 'order-3 was credited 21 GHS'),
  row('lost-ack', 'ok', 'order-4 was credited 10.5 GHS'),
  row('pending-first', 'not checked (the shop did not ask for the status)'),
  row('killed between its 200 and its work', 'not checked (the plan has no probe)'),
]
const screen = (columns?: number) => screenOf(columns === undefined ? {} : { isTTY: true, columns })

const untilCount = `CHECK          ASKED FOR BY          SEEN                         VERDICT
webhook-twice  credit once (spec 6)  order-3 was credited 21 GHS  FAILED
webhook-late   credit once (spec 6)  order-2 was credited 0 GHS   unsteady

not checked (the plan has no probe): no signature (answered 401); killed between its 200 and its
  work
not checked (the shop did not ask for the status): pending-first

`

test('rows that FAILED come first, then unsteady ones, then those without a verdict by reason, then a count', () => {
  expect(auditText(rows, false, screen())).toBe(
    `${untilCount}1 FAILED, 1 unsteady, 2 ok (--all lists them), 3 not checked\n\nwebhook-twice; webhook-late: Credit in one step.\n`,
  )
})

test('all lists the rows that are ok, after the others', () => {
  expect(auditText(rows, true, screen())).toBe(`${untilCount}\
CHECK     ASKED FOR BY          SEEN                           VERDICT
approved  credit once (spec 6)  order-1 was credited 10.5 GHS  ok
lost-ack  credit once (spec 6)  order-4 was credited 10.5 GHS  ok

1 FAILED, 1 unsteady, 2 ok, 3 not checked

webhook-twice; webhook-late: Credit in one step.
`)
})

const words = ['支払い'.repeat(40), 'x'.repeat(300), `{"status":"paid","credited":21}`.repeat(5), 'webhook-again-later']
const books = {
  rows: [{ what: 'r'.repeat(90), ledger: 'COMPLETED: 10.5 GHS came', shop: 'paid, credited 21 GHS' }],
  steps: [{ at: '2026-01-31T12:00:00Z', after: '+0s', reference: 'r', text: words.join(' ') }],
  more: 0,
}

test.each([40, 60, 80, 100, 200])('no line is wider than %i columns, and no text is cut', (columns) => {
  const hostile = [...rows, { ...row('webhook-again-later, payout', 'FAILED', words.join(' ')), books }]
  for (const all of [false, true]) {
    const text = auditText(hostile, all, screen(columns))
    expect(Math.max(...text.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns)
    expect(text).not.toContain('…')
    expect(text).toContain('FAILED')
  }
})

test('a shop that refused every webhook gets that first, and no other advice', () => {
  const text = auditText(rows, false, screen(), { refusal: 'Your shop answered 400 to every webhook.' })
  expect(text).toMatch(/^Your shop answered 400 to every webhook\.\n\n/)
  expect(text).not.toContain('Credit in one step.')
})

test('a shop with nothing wrong gets the count alone', () => {
  expect(auditText([row('approved', 'ok'), row('lost-ack', 'ok')], false, screen())).toBe('2 ok (--all lists them)\n')
  expect(auditText([], false, screen())).toBe('')
})

test('the count names rows that the plan leaves out', () => {
  const missing = { subject: 'payout', count: 24 } as const
  expect(auditText([row('approved', 'ok')], true, screen(), { missing })).toMatch(
    /\n1 ok, 24 need payout in the plan\n$/,
  )
})
