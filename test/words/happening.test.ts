import { expect, test } from 'vitest'
import { presentEvent } from '../../src/control/events/timeline-event.ts'
import { type Happening, type HappeningOf, type Kind, kinds, recorded } from '../../src/domain/happening.ts'
import { isListed } from '../../src/domain/listed.ts'
import { happeningText } from '../../src/words/happening.ts'

const at = '2026-01-31T12:00:00.000Z'

/** Happenings of every kind with their sentences: the type checker demands each kind. */
const samples: { readonly [K in Kind]: readonly (readonly [Omit<HappeningOf<K>, 'kind'>, string])[] } = {
  created: [[{ scenario: 'otp', by: 'match' }, 'created, with the scenario otp']],
  reply_faulted: [
    [{ fault: 'drop-after-commit' }, 'the scenario spoils the reply: drop-after-commit'],
    [{ fault: 'delay', delayMs: 20_000 }, 'the scenario spoils the reply: delay 20s'],
  ],
  answered: [
    [{ status: 'PENDING' }, 'the create call answers PENDING'],
    [
      { status: 'PENDING', fault: 'malformed-json' },
      'the create call answers PENDING, its JSON broken off in the middle',
    ],
  ],
  refused: [
    [{ reason: 503 }, 'the create call fails: 503; nothing is stored'],
    [{ reason: 'drop-before-commit' }, 'the create call breaks off without an answer; nothing is stored'],
  ],
  prompt_sent: [[{ accountNumber: '233241234567' }, 'the customer is asked for the PIN']],
  prompt_answered: [
    [{ answer: 'right_pin' }, 'the customer types the PIN'],
    [{ answer: 'wrong_pin' }, 'the customer types a wrong PIN'],
    [{ answer: 'none' }, 'the customer does not answer'],
  ],
  otp_sent: [[{ accountNumber: '233241234567' }, 'the customer gets an OTP by SMS']],
  otp_accepted: [[{}, 'the merchant submits the right OTP']],
  otp_refused: [[{ attemptsLeft: 2 }, 'the merchant submits a wrong OTP; 2 attempts left']],
  transfer_received: [
    [{ amount: 60.5, senderName: 'Ada' }, 'Ada pays 60.5'],
    [{ amount: 60, senderName: 'Ada', received: 60 }, 'Ada pays 60, which is held until the rest comes'],
    [
      { amount: 6, senderName: 'Ada', note: 'account_expired' },
      'Ada pays 6, which changes nothing: the account had expired',
    ],
    [
      { amount: 6, senderName: 'Ada', note: 'already_completed' },
      'Ada pays 6, which changes nothing: the transaction was already COMPLETED',
    ],
    [
      { amount: 6, senderName: 'Ada', note: 'already_failed' },
      'Ada pays 6, which changes nothing: the transaction was already FAILED',
    ],
    [
      { amount: 6, senderName: 'Ada', note: 'other_sum' },
      'Ada pays 6, which changes nothing: it was not the sum asked for',
    ],
    [
      { amount: 6, senderName: 'Ada', note: 'wallet_full' },
      'Ada pays 6, which changes nothing: the wallet can hold no more',
    ],
  ],
  expired: [
    [{ what: 'otp' }, 'the OTP expires'],
    [{ what: 'account', ifOpen: true }, 'the account expires, if it is not final'],
  ],
  action: [
    [{ action: 'pin' }, 'the customer types a PIN'],
    [{ action: 'decline' }, 'the customer declines'],
    [{ action: 'ignore' }, 'the customer does not answer'],
    [{ action: 'approve' }, 'approve by hand'],
  ],
  settled: [
    [{ status: 'COMPLETED', result: 'approved' }, 'COMPLETED'],
    [{ status: 'FAILED', result: 'wrong_pin' }, 'FAILED as wrong_pin'],
  ],
  undecided: [
    [{ until: 'action' }, 'no final status until you act'],
    [{ until: 'drawn' }, 'the final status: it follows the order that the seed draws'],
  ],
  webhook_unaddressed: [[{}, 'no webhook: the request has no callbackURL and the business no callbackUrl']],
  webhook_dropped: [[{}, 'webhook: dropped, never sent']],
  webhook_held: [
    [{ until: { statusQueries: 2 } }, 'webhook: held for 2 status queries'],
    [
      { until: { webhooks: 3, release: 'last-first' } },
      'webhook: held until 3 of its scenario are ready, at most 1m; then last-first',
    ],
    [{ until: { webhooks: null, release: null } }, 'webhook: held until others of its scenario are ready, at most 1m'],
  ],
  webhook_queued: [
    [{ url: 'http://m', dueAt: at }, `webhook: due at ${at}`],
    [{ url: 'http://m', dueAt: null }, 'webhook: never due'],
  ],
  webhook_made: [[{}, 'a webhook made by hand']],
  webhook_replayed: [[{}, 'webhook: replay by hand']],
  webhook_attempted: [
    [{ came: { status: 503, error: null, durationMs: 5, retryAt: at } }, 'webhook attempt 2: answered 503'],
    [{ came: { status: null, error: 'timed out', durationMs: 5 } }, 'webhook attempt 2: timed out'],
  ],
  webhook_delivered: [[{ attempts: 2 }, 'webhook: delivered']],
  webhook_exhausted: [[{ attempts: 3 }, 'webhook: given up after 3 attempts']],
  status_queried: [[{ status: 'PENDING' }, 'a status query is answered PENDING']],
}

const all = kinds.flatMap((kind) =>
  samples[kind].map(([facts, text]) => {
    // The kind and the facts come from one entry of the table.
    return [{ kind, ...facts } as Happening, text] as const
  }),
)

test.each(all)('%j is said as: %s', (happening, text) => {
  expect(happeningText({ ...happening, attempt: 2 })).toBe(text)
})

test('a webhook is named by its copy, by the status that it reports, and as made by hand', () => {
  const given = { kind: 'webhook_delivered', attempts: 1 } as const
  expect(happeningText({ ...given, copy: 2, of: 'FAILED' })).toBe('webhook of FAILED copy 2: delivered')
  expect(happeningText({ ...given, byHand: true })).toBe('webhook made by hand: delivered')
})

test.each(all.filter(([happening]) => isListed(happening)))(
  'an event of a timeline has the facts of %j',
  (happening) => {
    const about = { deliveryId: 'w', attempt: 2, copy: 2, of: 'FAILED', cause: { by: 'step', step: 1 } } as const
    const event = presentEvent({ ...happening, ...about, at: 0 })
    expect(recorded.parse({ ...event, came: event })).toEqual({ ...happening, ...about })
  },
)
