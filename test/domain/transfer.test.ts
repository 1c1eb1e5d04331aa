import { expect, test } from 'vitest'
import { builtInResult } from '../../src/domain/result.ts'
import { receiveTransfer } from '../../src/domain/transfer.ts'

const asked = { askedMinor: 1000, receivedMinor: 0 }
const expired = { ...asked, status: 'FAILED', result: builtInResult('expired') } as const
const refused = { ...expired, result: builtInResult('wrong_pin') } as const
const paid = { ...asked, status: 'COMPLETED', receivedMinor: 1000, result: builtInResult('approved') } as const

test.each([
  ['a late wrong sum', expired, 'fail', 600, 'other_sum'],
  ['more than was paid', paid, 'accept', 50, 'already_completed'],
  ['a sum after a refusal', refused, 'accept', 1000, 'already_failed'],
] as const)('%s is noted', (_fact, transaction, partialPayments, amountMinor, why) => {
  const account = { partialPayments, lateTransfers: 'accept' } as const
  expect(receiveTransfer(transaction, account, amountMinor)).toEqual({ effect: 'note', why })
})
