import { expect, test } from 'vitest'
import { record } from '../../src/domain/change.ts'
import { insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'
const cause = { by: 'step', step: 0 }

/** What versions before this one stored: the name of each event, and its facts. */
const earlier = [
  ['created', { scenario: 'approve', by: 'file' }],
  ['reply_faulted', { fault: 'hang', delay: '1m30s' }],
  ['prompt_sent', { accountNumber: '233241234567' }],
  ['otp_sent', { accountNumber: '233241234567' }],
  ['otp_refused', { attemptsLeft: 2 }],
  ['otp_accepted', {}],
  ['transfer_received', { amount: 60, senderName: 'Ada', received: 60, cause }],
  ['transfer_received', { amount: 7, senderName: 'Ada', note: 'it was not the sum asked for', cause }],
  ['action', { action: 'approve' }],
  ['settled', { status: 'FAILED', result: 'wrong_pin', cause }],
  ['webhook_held', { deliveryId: 'w', until: '2 status queries' }],
  ['webhook_held', { deliveryId: 'w', until: 'others of its scenario' }],
  ['webhook_skipped', { deliveryId: 'w', why: 'the scenario drops it' }],
  ['webhook_skipped', { why: 'no callbackURL in the request and no callbackUrl of the business' }],
  ['webhook_queued', { deliveryId: 'w', url: 'http://m', dueAt: null }],
  ['webhook_attempted', { deliveryId: 'w', number: 2, status: 503, error: null, durationMs: 4.5, retryAt: null }],
  ['webhook_exhausted', { deliveryId: 'w', attempts: 2 }],
  ['action', { action: 'replay', deliveryId: 'w' }],
  ['action', { action: 'webhook', deliveryId: 'w' }],
  ['webhook_delivered', { deliveryId: 'w', attempts: 3 }],
  ['status_queried', { status: 'FAILED' }],
]

test('timelines that an earlier version stored are read as happenings', async () => {
  const store = openStore()
  const changes = [insert('a'), record('id-of-a', { kind: 'created', scenario: 'approve', by: 'file' })]
  await store.perform(key, {}, () => ({ result: null, changes }))
  store.db
    .prepare('UPDATE transactions SET first_event = ?, first_entries = ?')
    .run(earlier.length, JSON.stringify(earlier))
  const entries = store
    .timeline(key, 'id-of-a')
    .map(({ id: _, at: _at, transactionId: _of, reference: _for, ...entry }) => entry)
  const w = { deliveryId: 'w' }
  expect(entries).toEqual([
    { kind: 'created', scenario: 'approve', by: 'file' },
    { kind: 'reply_faulted', fault: 'hang', delayMs: 90_000 },
    { kind: 'prompt_sent', accountNumber: '233241234567' },
    { kind: 'otp_sent', accountNumber: '233241234567' },
    { kind: 'otp_refused', attemptsLeft: 2 },
    { kind: 'otp_accepted' },
    { kind: 'transfer_received', amount: 60, senderName: 'Ada', received: 60, cause },
    { kind: 'transfer_received', amount: 7, senderName: 'Ada', note: 'other_sum', cause },
    { kind: 'action', action: 'approve' },
    { kind: 'settled', status: 'FAILED', result: 'wrong_pin', cause },
    { kind: 'webhook_held', until: { statusQueries: 2 }, ...w },
    { kind: 'webhook_held', until: { webhooks: null, release: null }, ...w },
    { kind: 'webhook_dropped', ...w },
    { kind: 'webhook_unaddressed' },
    { kind: 'webhook_queued', url: 'http://m', dueAt: null, ...w },
    {
      ...{ kind: 'webhook_attempted', ...w, attempt: 2 },
      came: { status: 503, error: null, durationMs: 4.5, retryAt: null },
    },
    { kind: 'webhook_exhausted', attempts: 2, ...w },
    { kind: 'webhook_replayed', ...w },
    { kind: 'webhook_made', ...w },
    { kind: 'webhook_delivered', attempts: 3, ...w },
    { kind: 'status_queried', status: 'FAILED' },
  ])
})
