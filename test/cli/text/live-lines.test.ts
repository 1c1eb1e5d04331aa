import { expect, test } from 'vitest'
import type { Happened } from '../../../src/cli/client/server-events.ts'
import type { Screen } from '../../../src/cli/terminal/screen.ts'
import { liveLines } from '../../../src/cli/text/live-lines.ts'
import type { Kind } from '../../../src/domain/happening.ts'

const at = '2026-01-31T12:00:00.000Z'
const owner = { at, reference: 'order-1', flow: 'bank-payout', amount: 5, currency: 'NGN' }
const call = {
  at,
  event: 'request',
  method: 'GET',
  path: '/balance',
  durationMs: 3,
  fault: null,
  answer: {},
  hint: null,
}
const attempt = (facts: object) =>
  entry('webhook_attempted', { attempt: 1, url: 'http://m', status: 200, error: null, durationMs: 3, ...facts })
const refused = { status: 503, retryAt: '2026-01-31T12:00:05.000Z' }
const failed = { status: null, error: 'connection refused: nothing listens on m' }

function entry(kind: Kind, facts: object = {}): Happened {
  return { ...owner, event: kind, kind, ...facts }
}

function shown(happened: Happened, columns: number | null = 80): string {
  const screen: Screen = { columns, paint: (style, text) => `<${style}>${text}</>` }
  return liveLines(() => screen, 'test_own', '2026-01-31')('test_own', happened)
}

test.each([
  [
    { ...call, status: 200, reference: 'order-1', scenario: { name: 'wrong-pin', by: 'match' } },
    'order-1  <green>GET /balance 200  wrong-pin by match  3 ms</>',
  ],
  [{ ...call, status: 200 }, '  <green>GET /balance 200  3 ms</>'],
  [
    { ...call, status: 200, hint: 'scenario otp stays queued' },
    '  <green>GET /balance 200  3 ms</><dim>  hint: scenario otp stays queued</>',
  ],
  [
    { ...call, status: 400, answer: { statusCode: 400, message: ['a is b', 'c', 'd'] }, hint: 'write b' },
    '  <red>GET /balance 400  a is b (and 2 more)</><dim>  hint: write b</>',
  ],
  [{ ...call, status: 400, answer: [{ message: 'a is b' }] }, '  <red>GET /balance 400  a is b</>'],
  [{ ...call, status: null, fault: 'drop' }, '  <red>GET /balance no answer (drop)  3 ms</>'],
  [entry('created', { scenario: 'approve', by: 'file' }), 'order-1  <cyan>created: bank-payout 5 NGN</>'],
  [entry('otp_sent', { accountNumber: '23324' }), 'order-1  <cyan>OTP sent to 23324</>'],
  [entry('otp_refused', { attemptsLeft: 2 }), 'order-1  <cyan>the merchant submits a wrong OTP; 2 attempts left</>'],
  [
    entry('transfer_received', { senderName: 'Ada', note: 'account_expired' }),
    'order-1  <cyan>transfer of 5 NGN from Ada: the account had expired</>',
  ],
  [entry('action', { action: 'approve' }), 'order-1  <cyan>approve by hand</>'],
  [entry('settled', { status: 'COMPLETED', result: 'approved' }), 'order-1  <green>COMPLETED  approved</>'],
  [entry('settled', { status: 'FAILED', result: 'wrong_pin' }), 'order-1  <red>FAILED  wrong_pin</>'],
  [attempt({}), 'order-1  <green>webhook to http://m 200 in 3 ms</>'],
  [
    attempt({ attempt: 2, ...refused }),
    'order-1  <yellow>webhook, attempt 2, to http://m 503 in 3 ms, again in 5 s</>',
  ],
  [
    attempt({ status: 419, obstacle: 'csrf' }),
    'order-1  <yellow>webhook to http://m 419 in 3 ms, a CSRF check: exempt the path of webhooks from it</>',
  ],
  [
    attempt({ ...failed, retryAt: '2026-01-31T12:02:00.000Z' }),
    'order-1  <yellow>webhook to http://m failed: connection refused: nothing listens on m, again at 12:02:00</>',
  ],
  [
    entry('webhook_queued', { url: 'http://m', dueAt: '2026-01-31T12:00:05.000Z' }),
    'order-1  <cyan>webhook waits until 12:00:05</>',
  ],
  [entry('webhook_exhausted', { attempts: 6 }), 'order-1  <red>webhook given up after attempt 6</>'],
  [entry('webhook_dropped', { deliveryId: 'w' }), 'order-1  <cyan>no webhook: the scenario drops it</>'],
  [
    entry('webhook_held', { until: { webhooks: 3, release: 'last-first' } }),
    'order-1  <cyan>webhook held until 3 of its scenario are ready, at most 1m; …</>',
  ],
  [{ ...owner, event: 'made_tomorrow' }, 'order-1  <cyan>made_tomorrow</>'],
  [{ ...owner, event: 'made_tomorrow', text: 'made in a new way' }, 'order-1  <cyan>made in a new way</>'],
  [{ at, event: 'reset', restored: false }, '  <cyan>the business began again</>'],
  [{ at, event: 'reset', restored: true }, '  <cyan>restored: the business went back to a snapshot</>'],
] as const)('%j', (happened, text) => {
  expect(shown(happened)).toBe(`<dim>12:00:00</>  ${text}\n`)
})

test.each([
  entry('webhook_queued', { url: 'http://m', dueAt: at }),
  entry('webhook_delivered', { attempts: 1 }),
  entry('status_queried', { status: 'FAILED' }),
])('what another line shows has none of its own: %j', (happened) => {
  expect(shown(happened)).toBe('')
})

const plain: Screen = { columns: 40, paint: (_style, text) => text }

test('what goes well is cut to the width of the terminal, what goes wrong is shown in full', () => {
  const lineOf = liveLines(() => plain, 'test_own', '2026-01-31')
  expect(lineOf('test_own', attempt({ url: 'http://127.0.0.1:4848/hooks' }))).toBe(
    '12:00:00  order-1  webhook to http://12…\n',
  )
  const error = 'connection refused: nothing listens on 127.0.0.1:3000; is your server started?'
  expect(lineOf('test_own', attempt({ ...failed, error }))).toContain(error)
})

test('references stand under each other, keys are shown once there is another, days once it is not today', () => {
  const lineOf = liveLines(() => ({ ...plain, columns: 44 }), 'test_own', '2026-01-31')
  const event = (reference: string, at: string) =>
    entry('settled', { at, reference, status: 'FAILED', result: 'expired' })
  const lines = [
    lineOf('test_own', event('a', at)),
    lineOf('test_own', event('order-10', at)),
    lineOf('', { ...call, status: 200 }),
    lineOf('test_other_one', event('b', at)),
    lineOf('test_own', event('a', '2026-02-01T00:00:01.000Z')),
    lineOf('', { ...call, at: '2026-02-01T00:00:01.000Z', status: 200 }),
  ]
  expect(lines.join('')).toBe(`12:00:00  a  FAILED  expired
12:00:00  order-10  FAILED  expired
12:00:00            GET /balance 200  3 ms
12:00:00  test_other_one  b         FAILED …
2026-02-01 in sandbox time (UTC)
00:00:01  test_own        a         FAILED …
00:00:01                            GET /ba…
`)
})

test('what others sent cannot steer the terminal', () => {
  const line = shown(entry('otp_sent', { reference: 'a\u001b[2J', accountNumber: '\u009b31m' }))
  expect(line).toContain('a\\u001b[2J')
  expect(line.trimEnd()).not.toMatch(/\p{C}/u)
})
