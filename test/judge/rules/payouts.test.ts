import { expect, test } from 'vitest'
import type { PayoutRow } from '../../../src/judge/rules/books.ts'
import type { Payout } from '../../../src/judge/rules/ledger.ts'
import { evidenceText } from '../../../src/judge/rules/words.ts'
import { collection, judged, payout, verdictsOn } from '../../support/money.ts'

const row = (state: PayoutRow['state'], taken: number | null = null) => ({ state, taken })
const unnamed = 'not checked: unnamed'

test.each<readonly [Payout['status'], Partial<PayoutRow> | null, string]>([
  ['COMPLETED', row('sent', 5), 'right'],
  ['COMPLETED', row('sent', 5.05), 'right'],
  ['COMPLETED', row('sent'), 'right'],
  ['COMPLETED', row('failed', 0), 'sent-and-given-back'],
  ['COMPLETED', row('sent', 0), 'sent-and-given-back'],
  ['COMPLETED', row('open', 0), 'sent-and-given-back'],
  ['COMPLETED', null, 'sent-and-given-back'],
  ['COMPLETED', row('failed', 5), 'told-failed'],
  ['COMPLETED', row('failed'), 'told-failed'],
  ['COMPLETED', row('sent', 10), 'taken-twice'],
  ['COMPLETED', row('failed', 15), 'taken-twice'],
  ['COMPLETED', row('sent', 10.1), 'taken-twice'],
  ['COMPLETED', row('open', 5), unnamed],
  ['COMPLETED', row('sent', 3.33), 'sent-wrong-amount'],
  ['COMPLETED', row('sent', 0.05), 'sent-wrong-amount'],
  ['COMPLETED', row('sent', 500), 'sent-wrong-amount'],
  // The shop's own fee on top.
  ['COMPLETED', row('sent', 5.5), unnamed],
  ['COMPLETED', { ...row('sent', 5.5), fee: 0.5 }, 'right'],
  ['COMPLETED', { ...row('sent', 10.5), fee: 0.5 }, 'taken-twice'],
  ['PENDING', { ...row('open', 5.5), fee: 0.5 }, 'right'],
  ['FAILED', { ...row('failed', 5.5), fee: 0.5 }, 'not-given-back'],
  ['FAILED', { ...row('failed', 0), fee: 0.5 }, 'right'],
  // The shop keeps its fee.
  ['FAILED', { ...row('failed', 0.5), fee: 0.5 }, unnamed],
  // The fee of 1 % comes off what is taken.
  ['COMPLETED', row('sent', 4.95), unnamed],
  ['COMPLETED', row('open', 3.33), unnamed],
  ['FAILED', row('failed', 3.33), unnamed],
  ['COMPLETED', row(null, 5), unnamed],
  ['FAILED', row('failed', 0), 'right'],
  ['FAILED', row('failed'), 'right'],
  ['FAILED', null, 'right'],
  ['FAILED', row('failed', 5), 'not-given-back'],
  ['FAILED', row('open', 5), 'not-given-back'],
  ['FAILED', row('sent', 5.05), 'not-given-back'],
  ['FAILED', row('failed', -5), 'given-back-twice'],
  ['FAILED', row('sent', -5), 'given-back-twice'],
  ['FAILED', row('sent', 0), 'told-sent'],
  ['FAILED', row('sent'), 'told-sent'],
  ['FAILED', row('open', 0), unnamed],
  ['FAILED', row('failed', 0.05), unnamed],
  ['INITIATED', row('open', 5), 'right'],
  ['PENDING', row('open', 5.05), 'right'],
  ['PENDING', row('open'), 'right'],
  ['INITIATED', row('sent', 5), 'told-too-early'],
  ['PENDING', row('failed', 5), 'told-too-early'],
  ['PENDING', row('open', 0), 'given-back-while-open'],
  ['PENDING', row('failed', 0), 'given-back-while-open'],
  ['PENDING', null, 'given-back-while-open'],
  ['PENDING', row('open', 2), unnamed],
  ['refused', row('failed', 0), 'right'],
  ['refused', row('failed'), 'right'],
  ['refused', row('open', 5), 'right'],
  ['refused', null, 'right'],
  ['refused', row('failed', 5), 'kept-after-refusal'],
  ['refused', row('failed', 5.05), 'kept-after-refusal'],
  ['refused', row('sent', 5), 'told-sent'],
  ['refused', row('sent', 0), 'told-sent'],
  ['refused', row('open', 0), unnamed],
  ['refused', row('failed', 3.33), unnamed],
])('a payout of 5 that is %s with %j is %s', (status, said, rule) => {
  expect(judged({ payouts: [payout('p', status)] }, { payouts: { p: said } })).toEqual([rule])
})

const of = (state: PayoutRow['state'], taken: number) => ({ state, taken, withdrawal: 'w' })

test.each<readonly [Payout['status'], Payout['status'], readonly [object, object], readonly string[]]>([
  ['FAILED', 'COMPLETED', [of('failed', 0), of('sent', 5)], ['right', 'right']],
  ['FAILED', 'COMPLETED', [of('sent', 5), of('sent', 5)], ['right', 'right']],
  ['FAILED', 'COMPLETED', [of('failed', 5), of('sent', 5)], ['not-given-back', 'right']],
  ['FAILED', 'COMPLETED', [of('failed', 0), of('failed', 0)], ['right', 'sent-and-given-back']],
  ['FAILED', 'PENDING', [of('open', 5), of('open', 5)], ['right', 'right']],
  ['FAILED', 'PENDING', [of('failed', 0), of('open', 5)], ['right', 'right']],
  ['FAILED', 'PENDING', [of('failed', 0), of('failed', 0)], ['right', 'given-back-while-open']],
  ['FAILED', 'FAILED', [of('failed', 0), of('failed', 0)], ['right', 'right']],
  ['FAILED', 'FAILED', [of('failed', -5), of('failed', -5)], ['given-back-twice', 'given-back-twice']],
  ['refused', 'COMPLETED', [of('failed', 0), of('sent', 5)], ['right', 'right']],
  ['refused', 'COMPLETED', [of('sent', 5), of('sent', 5)], ['right', 'right']],
  ['FAILED', 'refused', [of('open', 5), of('open', 5)], ['right', 'right']],
  ['FAILED', 'refused', [of('failed', 0), of('failed', 0)], ['right', 'right']],
  ['FAILED', 'refused', [of('failed', 5), of('failed', 5)], ['not-given-back', 'kept-after-refusal']],
  ['COMPLETED', 'COMPLETED', [of('sent', 5), of('sent', 5)], ['paid-out-twice']],
  ['COMPLETED', 'COMPLETED', [of('sent', 15), of('sent', 15)], ['paid-out-twice']],
  ['COMPLETED', 'COMPLETED', [of('sent', 10), of('sent', 10)], ['not checked: amounts']],
  ['COMPLETED', 'COMPLETED', [of('sent', 10.1), of('sent', 10.1)], ['not checked: amounts']],
])('two payouts of one withdrawal, %s and %s, with %j are %j', (first, second, [a, b], rules) => {
  const payouts = [payout('a', first), payout('b', second)]
  expect(judged({ payouts }, { payouts: { a, b } })).toEqual(rules)
})

test('payouts of other amounts, or of what was taken, may be the parts of a withdrawal', () => {
  const payouts = [payout('a', 'COMPLETED', { amount: 3 }), payout('b', 'COMPLETED', { amount: 2 })]
  expect(judged({ payouts }, { payouts: { a: of('sent', 5), b: of('sent', 5) } })).toEqual(['not checked: amounts'])
})

test('a payout that pays back what came and paid for nothing needs no row', () => {
  const rules = (came: number, amount: number) => {
    const ledger = {
      collections: [collection('a', 'COMPLETED', { came })],
      payouts: [payout('p', 'COMPLETED', { amount })],
    }
    return judged(ledger, { orders: { a: { paid: came >= 10 } }, payouts: {} })
  }
  expect(rules(15, 5)).toEqual(['right', 'right'])
  expect(rules(6, 6)).toEqual(['right', 'right'])
  expect(rules(15, 6)).toEqual(['right', 'sent-and-given-back'])
  expect(rules(10, 5)).toEqual(['right', 'sent-and-given-back'])
})

test('after a webhook with another amount a payout that is still open in the books is right too', () => {
  for (const status of ['COMPLETED', 'FAILED'] as const) {
    const payouts = [payout('p', status, { hasOtherAmount: true })]
    expect(judged({ payouts }, { payouts: { p: row('open', 5) } })).toEqual(['right'])
  }
})

test('a refused call whose amount cannot be read is judged by what was kept', () => {
  const rule = (said: Partial<PayoutRow>) =>
    judged({ payouts: [payout('p', 'refused', { amountMinor: null })] }, { payouts: { p: said } })
  expect([rule(row('failed', 0)), rule(row('open', 5)), rule(row('failed', 5))]).toEqual([
    ['right'],
    ['right'],
    ['kept-after-refusal'],
  ])
})

test('a sum that differs from what was sent is right for one of several payouts of a withdrawal', () => {
  const payouts = [payout('a', 'FAILED'), payout('b', 'COMPLETED')]
  expect(judged({ payouts }, { payouts: { a: of('sent', 3.33), b: of('sent', 3.33) } })).not.toContain(
    'sent-wrong-amount',
  )
})

test('a payout of minor units is named as such', () => {
  const sent = { payouts: [payout('p', 'COMPLETED', { amount: 500 })] }
  expect(verdictsOn(sent, { payouts: { p: row('sent', 5) } }).map(evidenceText)[0]).toContain(
    'p is sent and took 5 GHS (100 times: minor units?); its payout is COMPLETED with 500 GHS.',
  )
})

test('evidence names the payout, what the ledger has, what the books say, and the answer', () => {
  const text = (status: Payout['status'], said: Partial<PayoutRow> | null) =>
    verdictsOn({ payouts: [payout('p', status)] }, { payouts: { p: said } }).map(evidenceText)[0]
  expect(text('COMPLETED', row('failed', 0))).toBe(
    'p is failed and took 0 GHS; its payout is COMPLETED with 5 GHS. The probe answered: {"state":"failed","taken":0}',
  )
  expect(text('refused', row('failed', 5))).toContain('p is failed and took 5 GHS; its payout is refused with 5 GHS.')
  expect(text('COMPLETED', null)).toContain('p is not in the books; its payout is COMPLETED with 5 GHS.')
  expect(text('PENDING', row(null, 5))).toContain('p has a state that the probe does not name and took 5 GHS;')
  const twice = { payouts: [payout('a', 'COMPLETED'), payout('b', 'COMPLETED')] }
  expect(verdictsOn(twice, { payouts: { a: of('sent', 5), b: of('sent', 5) } }).map(evidenceText)[0]).toContain(
    'withdrawal w (a, b) is sent and took 5 GHS; its payouts are a COMPLETED with 5 GHS and b COMPLETED with 5 GHS.',
  )
})
