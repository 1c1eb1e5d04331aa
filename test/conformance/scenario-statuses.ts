import type { EndpointName } from './endpoints.ts'
import type { StatusRow } from './status-row.ts'

/** D10: what a scenario's `respond: { error: <name> }` makes a create call answer. */
const texts = {
  duplicate_reference: ['Duplicate reference', 'D10, D14'],
  one_recipient_only: ['Only one recipient is supported per request', 'spec 7.2; D10'],
  currency_must_be_ngn: ['Currency must be NGN', 'spec 7.3; D10'],
  currency_not_enabled: ['Currency CCC is not enabled for this business', 'spec 7.4; D10'],
  network_not_enabled: ['Network NNN is not enabled for this business', 'spec 5.6; D32 (docs/fidelity.md)'],
  network_mismatch: ['network must match the phone number prefix', 'spec 7.4; D32'],
  insufficient_wallet_balance: ['Insufficient wallet balance', 'spec 7.3; D10'],
  amount_too_small: ['amount must be at least ABOVE', 'spec 8.5; D10'],
  amount_too_large: ['amount must be at most BELOW', 'spec 8.5; D10'],
  account_not_allowed_in_test: ['accountNumber not allowed in test', 'spec 7.3; D10'],
  cannot_process: ['Sorry, We can not process this transaction now', 'spec 7.3; D10'],
  workflow_failed: ['Failed to start Workflow', 'spec 7.3; D10'],
  provider_downtime: ['Sorry, We can not process this transaction now', 'spec 7.4; D31'],
  invalid_otp: ['Invalid OTP', 'D10'],
  not_awaiting_otp: ['Transaction is not awaiting an OTP', 'D10'],
} as const

/** What stands for CCC, NNN, ABOVE and BELOW: an amount misses its limit by the smallest unit. */
const words: readonly (readonly [endpoint: EndpointName, ...words: string[]])[] = [
  ['POST /collections/mobilemoney', 'GHS', 'MTN', '100.51', '100.49'],
  ['POST /collections/virtual-account', 'NGN', '058', '5000.51', '5000.49'],
  ['POST /disbursements/bank', 'GHS', 'GCB', '250.51', '250.49'],
  ['POST /disbursements/mobilemoney', 'GHS', 'MTN', '250.51', '250.49'],
]

export const refusalNames = Object.keys(texts)

/** What a scenario's `respond: { httpStatus: <status> }` makes a create call answer. */
const failures = {
  429: ['single message', 'Too many requests', 'D13 (docs/fidelity.md)'],
  500: ['server fault', 'Internal server error', 'D13 (docs/fidelity.md)'],
  503: ['single message', 'Service is not available', 'docs/fidelity.md'],
} as const

export const failureStatuses = Object.keys(failures).map(Number)

const failing: readonly StatusRow[] = words.flatMap(([endpoint]) =>
  Object.entries(failures).map(([status, [shape, message, source]]): StatusRow => {
    return {
      endpoint,
      status: Number(status),
      when: `a scenario with \`respond: { httpStatus: ${status} }\``,
      shape,
      message,
      source,
      ...(status === '429' ? { retryAfter: true } : {}),
      ask: ({ form, send }) => send(form, { headers: { 'x-sandbox-scenario': `fail-${status}` } }),
    }
  }),
)

const refusing: readonly StatusRow[] = words.flatMap(
  ([endpoint, currency = '', network = '', above = '', below = '']) =>
    Object.entries(texts).map(([rule, [text, source]]): StatusRow => {
      const message = text
        .replace('CCC', currency)
        .replace('NNN', network)
        .replace('ABOVE', above)
        .replace('BELOW', below)
      return {
        endpoint,
        status: 400,
        when: `a scenario with \`respond: { error: ${rule} }\``,
        shape: rule === 'provider_downtime' ? 'provider down' : 'single message',
        message,
        rule,
        source,
        ask: ({ form, send }) => send(form, { headers: { 'x-sandbox-scenario': `refuse-${rule}` } }),
      }
    }),
)

export const scenarioStatuses: readonly StatusRow[] = [...refusing, ...failing]
