/** The decisions' table "Results": code, source and text as `message` has them, telco_response, provider_message. */
export const results = {
  approved: ['0000 | Switch | Approved', 'APPROVED', 'Success'],
  switch_error: ['3100 | Switch | The switch could not process the transaction', 'Timeout', 'Failed'],
  switch_internal_error: ['3110 | Switch | Internal error at the switch', null, 'Failed'],
  provider_error: ["3120 | Provider | The provider's backend failed", null, 'Failed'],
  no_reason: ['3130 | Switch | The switch gave no reason', null, 'Failed'],
  switch_busy: ['3200 | Switch | The switch could not queue the transaction', null, 'Failed'],
  provider_auth_error: ['3210 | Provider | The provider was refused at the switch', null, 'Failed'],
  customer_mismatch: ['3300 | Switch | Customer details do not match', null, 'Failed'],
  insufficient_customer_balance: ['4100 | Customer | Balance too low, or an account limit was reached', null, 'Failed'],
  wrong_pin: ['4200 | Customer | Wrong PIN, or no answer to the prompt in time', null, 'Failed'],
  prompt_timeout: ['4200 | Customer | Wrong PIN, or no answer to the prompt in time', 'Request timeout', 'Failed'],
  otp_failed: ['4200 | Customer | Wrong one-time password, or none in time', null, 'Failed'],
  expired: ['4200 | Customer | No transfer arrived in time, or not all of the sum', null, 'Expired'],
  invalid_customer_account: [
    '5100 | Merchant | Customer not registered, inactive, or on another network',
    null,
    'Failed',
  ],
  invalid_account_number: ['5200 | Merchant | Account number is not valid', null, 'Failed'],
  invalid_amount: ['5210 | Merchant | Amount is not valid', null, 'Failed'],
  provider_duplicate: ['6100 | Provider | The provider has seen this transaction before', null, 'Failed'],
  switch_backend_error: ["6200 | Switch | The switch's backend failed", null, 'Failed'],
  invalid_email: ['6300 | Provider | The provider needs a valid email address', null, 'Failed'],
  provider_liquidity: ["6400 | Provider | The provider's float at the switch is too low", null, 'Failed'],
  provider_busy: ['6500 | Provider | The provider could not queue the transaction', null, 'Failed'],
  service_error: ['7100 | Service | The service could not process the transaction', null, 'Failed'],
} as const satisfies Readonly<Record<string, readonly [message: string, telco: string | null, provider: string]>>

export type ResultName = keyof typeof results

export const resultNames = Object.keys(results) as readonly ResultName[]

/** Results that need a phone or a mobile money wallet, and the flows that have it (design: Flow fit). */
export const resultFlows: Readonly<Partial<Record<ResultName, readonly string[]>>> = {
  insufficient_customer_balance: ['mobile-money'],
  wrong_pin: ['mobile-money'],
  prompt_timeout: ['mobile-money'],
  otp_failed: ['mobile-money'],
  invalid_customer_account: ['mobile-money', 'mobile-money-payout'],
}
