/** How a decision is read off a recording. */
export interface DecisionRow {
  readonly title: string
  /** What shows the decision; null if no recording can. */
  readonly reads: string | null
  /** Settings that `--write-config` writes. */
  readonly settings: readonly string[]
  /** Settings that a person writes, from the values that are said. */
  readonly byHand: readonly string[]
}

function row(title: string, reads: string | null, settings: readonly string[] = [], byHand: readonly string[] = []) {
  return { title, reads, settings, byHand }
}

/** Every decision of docs/fidelity.md, and `results` for the codes and texts that belong to none. */
export const decisionRows = {
  D1: row('status of accepted calls', 'status of create calls that were accepted', ['createdStatus']),
  D2: row('accepted keys', 'calls that were answered 401, on either side', [], ['keys']),
  D3: row('body of a 401', 'body of a 401'),
  D4: row('body of a 404', 'body of a 404 for an unknown path or method'),
  D5: row('hints', null),
  D6: row('broken rules of fields', 'number of the messages of a 400, and calls that only one side refuses so'),
  D7: row('messages of fields', 'texts and order of the messages of a 400'),
  D8: row('shape of field errors', 'object or list in a 400', ['validationShape']),
  D9: row('bodies that are not objects', 'answers to such bodies, and a 413'),
  D10: row(
    'business rules',
    'calls refused with one message, currencies of /balance',
    ['strictTestAccounts', 'currencies', 'networks'],
    ['limits'],
  ),
  D11: row('control characters', 'answers to text with control characters or half a surrogate pair'),
  D12: row('places and maximum of amounts', 'messages about decimal places and the largest amount'),
  D13: row('server faults and rate limit', 'bodies of a 429 and a 500', [], ['rateLimit']),
  D14: row('duplicate reference', 'second create call with a reference'),
  D15: row('amounts and fees as text', 'type and places of amount and fee', ['amounts', 'amountPlaces']),
  D16: row('forms of mobile numbers', 'customer.accountNumber: international or local', ['customerNumbers']),
  D17: row('country of local numbers', 'calling code of customer.accountNumber', ['homeCountries']),
  D18: row('form of ids', 'UUID, or length and alphabet'),
  D19: row('form of timestamps', 'created_at and updated_at'),
  D20: row('values at creation', 'provider_message, message, checkout_url and bear_fee', ['bearFee']),
  D21: row('fees', 'fee of a new or completed transaction', [], ['fees']),
  D22: row('wallets', 'balances after the first that is seen'),
  D23: row('metadata', 'keys and values of metadata'),
  D24: row('instructions', 'instructions of failed collections'),
  D25: row('api_key of an account', 'api_key of a new virtual account'),
  D26: row('one-time passwords', 'answers to /collections/otp, smsFee, life of an OTP', ['smsOtp']),
  D27: row('status query', 'answers to /payments/{id} about unknown ids'),
  D28: row('mobile money payout', 'answers to /disbursements/mobilemoney'),
  D29: row('balance, rates, account query', 'answers to these reads', [], ['rates']),
  D30: row('virtual accounts', 'number, life and received amount of an account, late transfers', [
    'accountLifetime',
    'partialPayments',
    'lateTransfers',
  ]),
  D31: row('provider downtime', 'refusals with provider_hook_response'),
  D32: row('network of another number', 'ends of transactions whose number is of another network', ['networkMismatch']),
  D33: row('status until the end', 'status of new, open and ended transactions'),
  D34: row('signature', 'header of a webhook, and its value', ['signatureHeader', 'webhookSecret']),
  D35: row('body of webhooks', 'bytes of webhooks and of their repetitions'),
  D36: row('delivery', 'gaps and number of attempts, time-out', ['timeout'], ['retry']),
  D37: row('no callback address', 'ended transactions without callbackURL and webhook'),
  D38: row('fields of records', 'missing, additional and empty fields, order of keys'),
  D39: row('not offered', null),
  D40: row('channel', 'channel of a record'),
  D41: row('rules of no endpoint', null),
  D42: row('storage faults', 'body of a 503'),
  D43: row('local form of numbers', 'digits of a local number'),
  D44: row('keys on control routes', null),
  D45: row('shipped scenarios', null),
  results: row('codes and texts of results', 'message, telco_response and provider_message at the end', ['results']),
} as const satisfies Readonly<Record<string, DecisionRow>>

export type DecisionKey = keyof typeof decisionRows

export const decisions = Object.keys(decisionRows) as readonly DecisionKey[]
