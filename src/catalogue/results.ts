import type { Part } from './flows.ts'

interface More {
  /** Default: null. */
  readonly telcoResponse?: string
  /** Default: Failed. */
  readonly providerMessage?: string
  /** The result happens only to flows that have it (design: Flow fit). */
  readonly needs?: Part
  /** The customer's answer to the prompt decides it, or that none came. */
  readonly ofPrompt?: true
}

type ResultRow = readonly [code: string, source: string, text: string, more?: More]

/** What a transaction ends with. The names are for `outcome: { failed: NAME }`, and need no declaration. */
export const results = {
  approved: ['0000', 'Switch', 'Approved', { telcoResponse: 'APPROVED', providerMessage: 'Success' }],
  switch_error: ['3100', 'Switch', 'The switch could not process the transaction', { telcoResponse: 'Timeout' }],
  switch_internal_error: ['3110', 'Switch', 'Internal error at the switch'],
  provider_error: ['3120', 'Provider', "The provider's backend failed"],
  no_reason: ['3130', 'Switch', 'The switch gave no reason'],
  switch_busy: ['3200', 'Switch', 'The switch could not queue the transaction'],
  provider_auth_error: ['3210', 'Provider', 'The provider was refused at the switch'],
  customer_mismatch: ['3300', 'Switch', 'Customer details do not match'],
  insufficient_customer_balance: [
    '4100',
    'Customer',
    'Balance too low, or an account limit was reached',
    { needs: 'prompt' },
  ],
  wrong_pin: ['4200', 'Customer', 'Wrong PIN, or no answer to the prompt in time', { needs: 'prompt', ofPrompt: true }],
  prompt_timeout: [
    '4200',
    'Customer',
    'Wrong PIN, or no answer to the prompt in time',
    { telcoResponse: 'Request timeout', needs: 'prompt', ofPrompt: true },
  ],
  otp_failed: ['4200', 'Customer', 'Wrong one-time password, or none in time', { needs: 'prompt' }],
  expired: ['4200', 'Customer', 'No transfer arrived in time, or not all of the sum', { providerMessage: 'Expired' }],
  invalid_customer_account: [
    '5100',
    'Merchant',
    'Customer not registered, inactive, or on another network',
    { needs: 'phone' },
  ],
  invalid_account_number: ['5200', 'Merchant', 'Account number is not valid'],
  invalid_amount: ['5210', 'Merchant', 'Amount is not valid'],
  provider_duplicate: ['6100', 'Provider', 'The provider has seen this transaction before'],
  switch_backend_error: ['6200', 'Switch', "The switch's backend failed"],
  invalid_email: ['6300', 'Provider', 'The provider needs a valid email address'],
  provider_liquidity: ['6400', 'Provider', "The provider's float at the switch is too low"],
  provider_busy: ['6500', 'Provider', 'The provider could not queue the transaction'],
  service_error: ['7100', 'Service', 'The service could not process the transaction'],
} as const satisfies Readonly<Record<string, ResultRow>>

export type ResultName = keyof typeof results
export const resultNames = Object.keys(results) as readonly ResultName[]

/** Failures that the customer's answer to the prompt decides, or that none came. */
export const promptFailures: readonly string[] = resultNames.filter((name) => rowOfResult(name)[3]?.ofPrompt)

export function isResultName(name: string): name is ResultName {
  return Object.hasOwn(results, name)
}

export function rowOfResult(name: ResultName): ResultRow {
  return results[name]
}
