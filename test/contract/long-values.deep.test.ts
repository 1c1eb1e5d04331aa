import { expect, test } from 'vitest'
import { bodyOf } from '../../src/contract/body.ts'
import { email } from '../../src/contract/common-fields.ts'
import { payBank } from '../../src/flows/payout/pay.ts'
import { brokenRules } from '../support/broken-rules.ts'

const emailOnly = bodyOf({ email: email() })
const notAnEmail = ['Email must be a valid email address']
const recipient = { amount: 0.0001, currency: 'GHS', accountName: 'Ama Mensah', accountNumber: '1234567890123' }
const recipients = Array.from({ length: 10_000 }, (_, bank) => ({ ...recipient, bank }))

test.each([
  [
    'a hundred thousand characters before the @ of an email',
    emailOnly,
    { email: `${'a.'.repeat(50_000)}@` },
    notAnEmail,
  ],
  [
    'a hundred thousand characters after the @ of an email',
    emailOnly,
    { email: `a@${'b.'.repeat(50_000)}` },
    notAnEmail,
  ],
  ['a hundred thousand times @', emailOnly, { email: '@'.repeat(100_000) }, notAnEmail],
  [
    'ten thousand broken recipients',
    payBank.body,
    { senderName: 'Kofi Ltd', recipients, reference: 'payout-1' },
    [
      'amount must have at most 2 decimal places',
      'bank must be a valid string',
      'bank must be at least 1 character long',
    ],
  ],
])('%s are judged in no time', (_what, request, body, messages) => {
  const started = performance.now()
  expect(brokenRules(request, body)).toEqual(messages)
  expect(performance.now() - started).toBeLessThan(1000)
})
