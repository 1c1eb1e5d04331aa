import { expect, test } from 'vitest'
import { builtInResult } from '../../src/domain/result.ts'
import { receiveTransfer } from '../../src/domain/transfer.ts'

const open = { status: 'INITIATED', askedMinor: 1000, receivedMinor: 0, result: null } as const
const expired = { ...open, status: 'FAILED', result: builtInResult('expired') } as const
const paid = { ...open, status: 'COMPLETED', receivedMinor: 1000, result: builtInResult('approved') } as const

test.each([
  ['an exact sum completes', open, 'accept', 'ignore', 1000, { effect: 'complete', receivedMinor: 1000 }],
  [
    'a part completes where parts are accepted',
    open,
    'accept',
    'ignore',
    600,
    { effect: 'complete', receivedMinor: 600 },
  ],
  ['a part is held', open, 'hold', 'ignore', 600, { effect: 'hold', receivedMinor: 600 }],
  [
    'the rest completes',
    { ...open, receivedMinor: 600 },
    'hold',
    'ignore',
    400,
    { effect: 'complete', receivedMinor: 1000 },
  ],
  ['too much completes a held account', open, 'hold', 'ignore', 1500, { effect: 'complete', receivedMinor: 1500 }],
  ['a wrong sum fails', open, 'fail', 'ignore', 600, { effect: 'fail', receivedMinor: 600 }],
  ['a late sum is noted', expired, 'accept', 'ignore', 1000, { effect: 'note', why: 'account_expired' }],
  ['a late sum completes', expired, 'accept', 'accept', 1000, { effect: 'complete', receivedMinor: 1000 }],
  ['a late part is held', expired, 'hold', 'accept', 600, { effect: 'hold', receivedMinor: 600 }],
  ['a late wrong sum is noted', expired, 'fail', 'accept', 600, { effect: 'note', why: 'other_sum' }],
  ['more than paid is noted', paid, 'accept', 'accept', 50, { effect: 'note', why: 'already_completed' }],
] as const)('%s', (_fact, transaction, partialPayments, lateTransfers, amountMinor, effect) => {
  const account = { partialPayments, lateTransfers }
  expect(receiveTransfer(transaction, account, amountMinor)).toEqual(effect)
})
