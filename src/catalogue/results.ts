import type { Part } from './flows.ts'

interface ResultRow {
  readonly code: string
  readonly source: string
  readonly text: string
  /** Default: null. */
  readonly telcoResponse?: string
  /** Default: Failed. */
  readonly providerMessage?: string
  /** Happens only to flows that have it (design: Flow fit). */
  readonly needs?: Part
}

/** What a transaction ends with. Names are for `outcome: { failed: NAME }`. */
export const results = {
  approved: { code: '0000', source: 'Switch', text: 'Approved', telcoResponse: 'APPROVED', providerMessage: 'Success' },
  switch_error: {
    code: '3100',
    source: 'Switch',
    text: 'The switch could not process the transaction',
    telcoResponse: 'Timeout',
  },
  switch_internal_error: { code: '3110', source: 'Switch', text: 'Internal error at the switch' },
  provider_error: { code: '3120', source: 'Provider', text: "The provider's backend failed" },
  no_reason: { code: '3130', source: 'Switch', text: 'The switch gave no reason' },
  switch_busy: { code: '3200', source: 'Switch', text: 'The switch could not queue the transaction' },
  provider_auth_error: { code: '3210', source: 'Provider', text: 'The provider was refused at the switch' },
  customer_mismatch: { code: '3300', source: 'Switch', text: 'Customer details do not match' },
  insufficient_customer_balance: {
    code: '4100',
    source: 'Customer',
    text: 'Balance too low, or an account limit was reached',
    needs: 'prompt',
  },
  wrong_pin: {
    code: '4200',
    source: 'Customer',
    text: 'Wrong PIN, or no answer to the prompt in time',
    needs: 'prompt',
  },
  prompt_timeout: {
    code: '4200',
    source: 'Customer',
    text: 'Wrong PIN, or no answer to the prompt in time',
    telcoResponse: 'Request timeout',
    needs: 'prompt',
  },
  otp_failed: { code: '4200', source: 'Customer', text: 'Wrong one-time password, or none in time', needs: 'prompt' },
  expired: {
    code: '4200',
    source: 'Customer',
    text: 'No transfer arrived in time, or not all of the sum',
    providerMessage: 'Expired',
  },
  invalid_customer_account: {
    code: '5100',
    source: 'Merchant',
    text: 'Customer not registered, inactive, or on another network',
    needs: 'phone',
  },
  invalid_account_number: { code: '5200', source: 'Merchant', text: 'Account number is not valid' },
  invalid_amount: { code: '5210', source: 'Merchant', text: 'Amount is not valid' },
  provider_duplicate: { code: '6100', source: 'Provider', text: 'The provider has seen this transaction before' },
  switch_backend_error: { code: '6200', source: 'Switch', text: "The switch's backend failed" },
  invalid_email: { code: '6300', source: 'Provider', text: 'The provider needs a valid email address' },
  provider_liquidity: { code: '6400', source: 'Provider', text: "The provider's float at the switch is too low" },
  provider_busy: { code: '6500', source: 'Provider', text: 'The provider could not queue the transaction' },
  service_error: { code: '7100', source: 'Service', text: 'The service could not process the transaction' },
} as const satisfies Readonly<Record<string, ResultRow>>

export type ResultName = keyof typeof results
export const resultNames = Object.keys(results) as readonly ResultName[]

/** Returns the row of a name, or undefined if only a file of the user's declares it. */
export function resultRow(name: string): ResultRow | undefined {
  return Object.hasOwn(results, name) ? results[name as ResultName] : undefined
}
