import { expect, test } from 'vitest'
import { createControlClient } from '../../src/control-client.ts'
import type { LiveEvent } from '../../src/dashboard/api/live-event.ts'
import { isAct, type JobAhead, loadAhead, signOf } from '../../src/dashboard/time/ahead.ts'
import { groupJobs, groupWords } from '../../src/dashboard/time/group-jobs.ts'
import { distanceWords, movedWords, moveTo } from '../../src/dashboard/time/move.ts'
import { distanceAt, marksOf, placeOf, reachFor } from '../../src/dashboard/time/scale.ts'
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

test('work that never falls due is not ahead', async () => {
  const sandbox = await openSandbox({ clock: '9999-12-31T23:59:58.000Z' })
  const shop = sandbox.shop()
  await shop.collect()
  const [never] = (await shop.get('/_sandbox/jobs')).body
  expect(shortJobText(never)).toBe('completes')
  expect((await loadAhead(createControlClient({ url: sandbox.url, key: shop.key }))).jobs).toEqual([])
})

test('a line reaches an hour, or as far as its jobs, in a few sizes', () => {
  expect([0, hour, hour + 1, 23 * hour, 25 * hour].map(reachFor)).toEqual([
    hour,
    hour,
    24 * hour,
    24 * hour,
    168 * hour,
  ])
  expect(reachFor(2000 * 24 * hour)).toBe(2000 * 24 * hour)
})

test.each([hour, 24 * hour, 365 * 24 * hour])(
  'every distance on a line of %d ms has its place and is found there',
  (reach) => {
    expect([placeOf(-1, reach), placeOf(0, reach), placeOf(reach, reach), placeOf(2 * reach, reach)]).toEqual([
      0, 0, 1, 1,
    ])
    let last = 0
    for (let seconds = 1; seconds * 1000 <= reach; seconds *= 3) {
      const place = placeOf(seconds * 1000, reach)
      expect(place).toBeGreaterThan(last)
      expect(distanceAt(place, reach)).toBe(seconds * 1000)
      last = place
    }
  },
)

test('the marks of a line leave room between each other and from now, and name its end', () => {
  const texts = (reach: number, gap: number) => marksOf(reach, gap).map(({ text }) => text)
  expect(texts(hour, 0.06)).toEqual(['now', '1 h', '30 min', '5 min', '1 min', '10 s'])
  expect(texts(24 * hour, 0.15)).toEqual(['now', '1 d', '1 h', '5 min', '1 min'])
})

test('jobs near each other share a sign with their number', () => {
  const groups = groupJobs([job(3), job(3, { reference: 'order-2' }), job(1800)], now, hour)
  expect(groups.map(groupWords)).toEqual(['order-1: completes, and 1 more', 'order-1: completes'])
})

test('a frozen clock goes exactly to a job, a running one by the distance, and never back', () => {
  expect(moveTo(job(3), 'frozen', now)).toEqual({ to: '2026-01-31T12:00:03.000Z' })
  expect(moveTo(job(3), 'real', now + 500)).toEqual({ by: '2500ms' })
  expect(moveTo(job(-1), 'frozen', now)).toEqual({ by: '0ms' })
  expect(moveTo(job(-1), 'real', now)).toEqual({ by: '0ms' })
})

test.each([
  [60_000, 0, '1 min 00 s later: nothing happened'],
  [3000, 1, '3.0 s later: 1 event'],
  [hour, 1500, '1 h 00 min later: 1,500 events'],
  [0, 2, 'Done: 2 events'],
])('a move of %d ms with %d events is shown as %s', (ms, eventsTotal, words) => {
  expect(movedWords(now, { now: new Date(now + ms).toISOString(), eventsTotal })).toBe(words)
})

function happens(id: number, kind: 'created' | 'webhook_queued' | 'prompt_sent'): LiveEvent {
  const at = '2026-01-31T12:00:00.000Z'
  return {
    kind: 'timeline',
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
