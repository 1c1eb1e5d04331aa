/** Business refusals of D10, D31: the name a scenario's `respond.error` uses, and the text on the wire. */
const refusals = {
  duplicate_reference: { status: 400, text: 'Duplicate reference' },
  one_recipient_only: { status: 400, text: 'Only one recipient is supported per request' },
  currency_must_be_ngn: { status: 400, text: 'Currency must be NGN' },
  currency_not_enabled: { status: 400, text: 'Currency {currency} is not enabled for this business' },
  network_not_enabled: { status: 400, text: 'Network {network} is not enabled for this business' },
  network_mismatch: { status: 400, text: 'network must match the phone number prefix' },
  insufficient_wallet_balance: { status: 400, text: 'Insufficient wallet balance' },
  amount_too_small: { status: 400, text: 'amount must be at least {limit}' },
  amount_too_large: { status: 400, text: 'amount must be at most {limit}' },
  account_not_allowed_in_test: { status: 400, text: 'accountNumber not allowed in test' },
  cannot_process: { status: 400, text: 'Sorry, We can not process this transaction now' },
  workflow_failed: { status: 400, text: 'Failed to start Workflow' },
  provider_downtime: { status: 400, text: 'Sorry, We can not process this transaction now' },
  invalid_otp: { status: 400, text: 'Invalid OTP' },
  not_awaiting_otp: { status: 400, text: 'Transaction is not awaiting an OTP' },
} as const

/** Every refusal with its HTTP status. Scenarios can ask for the refusals of D10 only (others: D26, D27). */
export const businessRules = {
  ...refusals,
  unknown_scenario: { status: 400, text: '{text}' },
  transaction_not_found: { status: 404, text: 'Transaction not found' },
  payment_not_found: { status: 404, text: 'Payment not found' },
} as const satisfies Record<string, { status: 400 | 404; text: string }>

export type BusinessRuleName = keyof typeof businessRules

export type RefusalName = keyof typeof refusals

/** In the order of D10. */
export const refusalNames = Object.keys(refusals) as readonly RefusalName[]
