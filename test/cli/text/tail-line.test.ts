import { expect, test } from 'vitest'
import { tailLine } from '../../../src/cli/text/tail-line.ts'

const at = '2026-01-31T12:00:00.000Z'
const owner = { id: 1, transactionId: 'tx-1', reference: 'order-1', flow: 'bank-payout', amount: 5, currency: 'NGN' }
const call = { method: 'GET', path: '/balance', durationMs: 3, fault: null, reference: null, answer: [] }
const attempt = { ...owner, number: 2, url: 'http://m', durationMs: 3 }

test.each([
  [{ event: 'request', ...call, status: 200 }, 'green', 'GET /balance 200 3 ms'],
  [
    { event: 'request', ...call, status: 200, hint: 'scenario otp stays queued' },
    'green',
    'GET /balance 200 3 ms  hint: scenario otp stays queued',
  ],
  [
    { event: 'request', ...call, status: 400, answer: { statusCode: 400, message: ['a is b', 'c'], error: 'x' } },
    'red',
    'GET /balance 400 3 ms  a is b; c',
  ],
  [
    { event: 'request', ...call, status: null, fault: 'drop', reference: 'a' },
    'red',
    'GET /balance no answer (drop) 3 ms  a',
  ],
  [
    { event: 'request', ...call, status: 200, fault: 'malformed-json' },
    'green',
    'GET /balance 200 (malformed-json) 3 ms',
  ],
  [
    { event: 'settled', ...owner, status: 'COMPLETED', result: 'approved' },
    'green',
    'order-1  bank-payout 5 NGN, COMPLETED approved',
  ],
  [
    { event: 'settled', ...owner, status: 'FAILED', result: 'wrong_pin' },
    'red',
    'order-1  bank-payout 5 NGN, FAILED wrong_pin',
  ],
  [
    { event: 'webhook_attempted', ...attempt, status: 200, error: null },
    'green',
    'order-1  attempt 2 to http://m answered 200 in 3 ms',
  ],
  [
    { event: 'webhook_attempted', ...attempt, status: null, error: 'refused', retryAt: at },
    'yellow',
    `order-1  attempt 2 to http://m failed: refused in 3 ms, next ${at}`,
  ],
  [
    { event: 'webhook_attempted', ...attempt, status: 302, error: null },
    'yellow',
    'order-1  attempt 2 to http://m answered 302 in 3 ms',
  ],
  [
    { event: 'webhook_exhausted', ...owner, deliveryId: 'dl-1', attempts: 3 },
    'red',
    'order-1  deliveryId=dl-1  attempts=3',
  ],
  [{ event: 'otp_sent', ...owner, accountNumber: '23324' }, 'cyan', 'order-1  accountNumber=23324'],
  [{ event: 'reset', restored: false }, 'cyan', 'the business began again'],
] as const)('%j', (happened, style, shown) => {
  const line = tailLine({ at, ...happened }, (name, text) => `<${name}>${text}</>`)
  expect(line).toBe(`<dim>${at}</>  <${style}>${happened.event.padEnd(17)}</>  ${shown}`)
})

test('a restore is called restore', () => {
  const line = tailLine({ at, event: 'reset', restored: true }, (_name, text) => text)
  expect(line).toBe(`${at}  ${'restore'.padEnd(17)}  the business went back to a snapshot`)
})
