import { expect, test } from 'vitest'
import { createControlClient } from '../../src/control-client.ts'
import { isAct, type JobAhead, jobSigns, loadAhead, signOf } from '../../src/dashboard/time/ahead.ts'
import { distanceWords, movedWords, moveTo } from '../../src/dashboard/time/move.ts'
import { withHappened } from '../../src/dashboard/time/with-happened.ts'
import { shortJobText } from '../../src/words/job.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

const hour = 3_600_000
const now = Date.parse('2026-01-31T12:00:00Z')

function job(seconds: number, changes: Partial<JobAhead> = {}): JobAhead {
  const at = now + seconds * 1000
  const dueAt = new Date(at).toISOString()
  return {
    at,
    dueAt,
    kind: 'act',
    what: 'settle as approved',
    brings: 'settled',
    transactionId: 'tx_1',
    reference: 'order-1',
    ...changes,
  }
}

test('jobs are shown with their action and reference', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/webhook' })
  await shop.collect()
  await shop.advance('10s')
  await shop.collect({ reference: 'refused', accountNumber: '0240009110' })
  await shop.generate({ reference: 'invoice-1', accountNumber: '08030009201' })
  const { jobs, isCut } = await loadAhead(createControlClient({ url: sandbox.url, key: shop.key }))
  expect(isCut).toBe(false)
  expect(jobs.map((one) => [isAct(one), signOf(one), shortJobText(one), one.reference])).toEqual([
    [true, 'close', 'fails: wrong pin', 'refused'],
    [false, 'send', 'send webhook', 'order-1'],
    [true, 'time', 'expires', 'invoice-1'],
  ])
})

test('steps and webhooks to come are signs of a picture, each with the number of its job', () => {
  const [step, webhook] = jobSigns([job(3), job(8, { kind: 'deliver', brings: 'webhook_attempted' })])
  expect(step).toMatchObject({ lane: 'transaction', title: 'order-1', detail: 'completes', step: 0, isAhead: true })
  expect(webhook).toMatchObject({ lane: 'server', icon: 'send', at: now + 8000, step: 1 })
})

test('a frozen clock goes exactly to a job, a running one by the distance, and never back', () => {
  expect(moveTo(job(3), 'frozen', now)).toEqual({ to: '2026-01-31T12:00:03.000Z' })
  expect(moveTo(job(3), 'real', now + 500)).toEqual({ by: '2500ms' })
  expect(moveTo(job(-1), 'frozen', now)).toEqual({ by: '0ms' })
  expect(moveTo(job(-1), 'real', now)).toEqual({ by: '0ms' })
})

test.each([
  [60_000, [], 0, '1 min 00 s later: nothing happened'],
  [3000, ['created'], 1, '3.0 s later: 1 event'],
  [0, ['created', 'webhook_queued', 'prompt_sent', 'webhook_delivered'], 4, 'Done: 2 events'],
  [hour, ['created', 'prompt_sent'], 1500, '1 h 00 min later: more than 2 events'],
] as const)('after a move of %d ms the events that the page lists are counted: %j', (ms, kinds, eventsTotal, words) => {
  const events = kinds.map((kind, index) => happens(index, kind).entry)
  expect(movedWords(now, { now: new Date(now + ms).toISOString(), events, eventsTotal })).toBe(words)
})

function happens(id: number, kind: 'created' | 'webhook_queued' | 'webhook_delivered' | 'prompt_sent') {
  const at = '2026-01-31T12:00:00.000Z'
  return {
    kind: 'timeline' as const,
    entry: { id, at, event: kind, kind, text: kind, transactionId: 'tx_1', reference: 'order-1' },
  }
}

test('the newest events are kept, up to a limit, until the business is reset', () => {
  const first = withHappened([], [happens(1, 'created'), happens(2, 'webhook_queued'), happens(3, 'prompt_sent')])
  expect(first.map(({ id, text }) => [id, text])).toEqual([
    [3, 'prompt_sent'],
    [1, 'created'],
  ])
  expect(withHappened(first, [{ kind: 'gap' }])).toBe(first)
  const many = Array.from({ length: 80 }, (_, index) => happens(index + 10, 'created'))
  expect(withHappened(first, many)).toHaveLength(50)
  expect(withHappened(first, many)[0]?.id).toBe(89)
  expect(withHappened(first, [{ kind: 'reset' }, happens(100, 'created')])).toHaveLength(1)
})

test('a clock says how far it is from real time', () => {
  expect(distanceWords(now + hour - 300, now)).toBe('1 h 00 min ahead of real time')
  expect(distanceWords(now + 25 * hour, now)).toBe('1 d 1 h ahead of real time')
  expect(distanceWords(now - 90_000, now)).toBe('1 min 30 s behind real time')
  expect(distanceWords(now + 20, now)).toBe('as real time')
})
