import type { Flow } from '../parts/words.ts'

export interface Trial {
  readonly scenario: string
  readonly label: string
}

export interface SampleFlow {
  readonly flow: Flow
  readonly path: string
  readonly trials: readonly Trial[]
  readonly body: (names: CallNames) => Readonly<Record<string, unknown>>
}

export interface CallNames {
  readonly reference: string
  readonly callbackURL: string
}

const reason = 'Tried from the page'
export const customer = {
  accountName: 'Ama Mensah',
  accountNumber: '0241234567',
  amount: 10.5,
  currency: 'GHS',
  network: 'MTN',
}
const senderName = 'Sandbox Shop'
const retried: Trial = { scenario: 'flaky-merchant', label: 'Your server fails, the webhook is retried' }
const duplicated: Trial = { scenario: 'duplicate', label: 'The webhook comes three times' }

export const sampleFlows: readonly SampleFlow[] = [
  {
    flow: 'mobile-money',
    path: '/collections/mobilemoney',
    trials: [
      { scenario: 'by-hand', label: 'You type the PIN' },
      { scenario: 'approve', label: 'The customer approves after 3 seconds' },
      { scenario: 'otp', label: 'A one-time password comes first' },
      { scenario: 'wrong-pin', label: 'A wrong PIN' },
      { scenario: 'timeout', label: 'No answer for two minutes' },
      { scenario: 'insufficient-balance', label: 'Too little money' },
      retried,
      duplicated,
    ],
    body: (names) => ({ ...customer, reason, ...names }),
  },
  {
    flow: 'virtual-account',
    path: '/collections/virtual-account',
    trials: [
      { scenario: 'approve', label: 'The transfer arrives' },
      { scenario: 'va-split', label: 'Paid in two parts' },
      { scenario: 'va-underpaid', label: 'Paid too little' },
      { scenario: 'va-expiry', label: 'No transfer comes' },
      retried,
    ],
    body: (names) => ({
      accountName: 'Ngozi Okafor',
      accountNumber: '08031234567',
      amount: 5000,
      currency: 'NGN',
      network: '058',
      reason,
      ...names,
    }),
  },
  {
    flow: 'mobile-money-payout',
    path: '/disbursements/mobilemoney',
    trials: [
      { scenario: 'approve', label: 'The money arrives' },
      { scenario: 'not-registered', label: 'The number is not registered' },
      { scenario: 'switch-error', label: 'The switch fails' },
      retried,
    ],
    body: (names) => ({ recipients: [customer], reason, ...names }),
  },
  {
    flow: 'bank-payout',
    path: '/disbursements/bank',
    trials: [
      { scenario: 'approve', label: 'The money arrives' },
      { scenario: 'customer-mismatch', label: 'The name does not fit the account' },
      { scenario: 'provider-liquidity', label: 'The provider has too little money' },
      retried,
    ],
    body: (names) => ({
      senderName,
      recipients: [
        { accountName: 'Chidi Eze', accountNumber: '0123456789', amount: 5000, bank: '058', currency: 'NGN' },
      ],
      reason,
      ...names,
    }),
  },
]
