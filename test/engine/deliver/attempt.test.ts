import { expect, test } from 'vitest'
import { makeAttempt, recordAttempt } from '../../../src/engine/deliver/attempt.ts'
import { beforeAllJobs } from '../../../src/store/store.ts'
import { deliveryOf, insert, openStore } from '../../support/opened-store.ts'

const key = 'test_shop'

test('what fails in the sandbox itself counts as an attempt: there are never more than planned', async () => {
  const store = openStore()
  const delivery = deliveryOf('order-1')
  const webhook = { ...delivery.webhook, retryMs: [0, 0] }
  const work = {
    kind: 'deliver',
    deliveryId: delivery.id,
    transactionId: delivery.transactionId,
    origin: delivery.url,
  } as const
  await store.perform(key, {}, ({ now }) => ({
    result: null,
    changes: [
      insert('order-1'),
      { change: 'delivery.insert', delivery: { ...delivery, webhook } },
      { change: 'job.add', dueAt: now, work },
    ],
  }))
  const { signal } = new AbortController()
  const deliver = () => Promise.reject(new Error('EMFILE: too many open files'))
  let attempts = 0
  for (;;) {
    const [job] = store.dueJobs(key, beforeAllJobs, store.now(key), 1)
    if (job?.kind !== 'deliver') break
    const made = await makeAttempt({ store, key, job, deliver, signal })
    if (made) await recordAttempt({ store, key, job }, made)
    attempts++
  }
  expect(attempts).toBe(3)
  const error = 'the sandbox could not send the webhook: EMFILE: too many open files'
  expect(store.deliveries(key, { limit: 1 })).toMatchObject([
    { status: 'exhausted', attempts: [1, 2, 3].map((number) => ({ number, outcome: { error, sent: false } })) },
  ])
})
