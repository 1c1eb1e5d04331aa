import { expect, test } from 'vitest'
import { createRunStep } from '../../../src/engine/settle/run-step.ts'
import { createSubmitOtp } from '../../../src/engine/settle/submit-otp.ts'
import { opening, openStore, transactionOf } from '../../support/opened-store.ts'

const key = 'test_otp'
const maker = { seed: 1, webhookBody: () => '{}' }

test('an OTP that is accepted in the turn in which its expiry falls due does not expire', async () => {
  const store = openStore()
  const otp = { code: '0042', attempts: 3, smsFee: 0 }
  const transaction = { ...transactionOf('order-1'), plan: { ...transactionOf('order-1').plan, otp } }
  const work = { kind: 'act', transactionId: transaction.id, step: 0, act: { act: 'expire', what: 'otp' } } as const
  const changes = [
    { change: 'transaction.insert', transaction },
    { change: 'job.add', dueAt: opening, work },
  ] as const
  await store.perform(key, {}, () => ({ result: null, changes }))
  const [job] = store.jobsOf(key, transaction.id)
  const accepted = createSubmitOtp(store, maker)(key, transaction.id, '0042')
  const step = { ...work, dueAt: opening, id: Number(job?.id) }
  const expired = createRunStep(store, maker)(key, { job: step, inOrder: false })
  await Promise.all([accepted, expired])
  expect(store.transaction(key, transaction.id)?.status).toBe('PENDING')
})
