import { expect, test } from 'vitest'
import { createActNow } from '../../../src/engine/settle/settle.ts'
import { createSubmitOtp } from '../../../src/engine/settle/submit-otp.ts'
import { openStore, transactionOf } from '../../support/opened-store.ts'

const key = 'test_otp'
const maker = { seed: 1, webhookBody: () => '{}' }

test('an OTP that is accepted in the turn in which its expiry falls due does not expire', async () => {
  const store = openStore()
  const otp = { code: '0042', attempts: 3, smsFee: 0 }
  const transaction = { ...transactionOf('order-1'), plan: { ...transactionOf('order-1').plan, otp } }
  await store.perform(key, {}, () => ({ result: null, changes: [{ change: 'transaction.insert', transaction }] }))
  const accepted = createSubmitOtp(store, maker)(key, transaction.id, '0042')
  const expired = createActNow(store, maker)(key, transaction.id, { act: 'expire', what: 'otp' })
  await Promise.all([accepted, expired])
  expect(store.transaction(key, transaction.id)?.status).toBe('PENDING')
})
