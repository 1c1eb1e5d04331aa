const beginning = ['id', 'amount', 'fee', 'currency', 'status', 'channel', 'type'] as const
/** Spec 4.3 and 4.4 leave out id, amount and currency, and list the fee later. */
const feeless = ['id', 'amount', 'currency', 'status', 'channel', 'type'] as const
const result = ['message', 'telco_response'] as const
const times = ['created_at', 'updated_at'] as const

/** Spec 6.2. */
const final = [
  ...beginning,
  'reason',
  'network',
  'customer',
  'metadata',
  ...times,
  'checkout_url',
  ...result,
  'virtual_account',
  'provider_message',
  'reference_business',
] as const

/**
 * The keys of every form of a record, in the order in which the specification lists them; fields of no list stand last, in
 * the order of spec 2.1 (D38).
 */
export const keyOrder = {
  /** Spec 4.1. */
  mobileMoneyCreated: [
    ...beginning,
    'customer',
    'metadata',
    'reason',
    'network',
    'checkout_url',
    'provider_message',
    'reference_business',
    ...times,
    'virtual_account',
    ...result,
    'bear_fee',
  ],
  /** Spec 4.3. */
  virtualAccountCreated: [
    ...feeless,
    'fee',
    'callback_url',
    'reference',
    'network',
    'api_key',
    'opening_balance',
    'closing_balance',
    'virtual_account',
    // Of no list.
    'customer',
    'metadata',
    'reason',
    'checkout_url',
    'provider_message',
    ...result,
    'reference_business',
    'bear_fee',
    ...times,
  ],
  /** Spec 4.4. */
  payoutCreated: [
    ...feeless,
    'customer',
    'metadata',
    'reason',
    'network',
    'checkout_url',
    'reference_business',
    'provider_message',
    'virtual_account',
    'fee',
    // Of no list.
    ...times,
  ],
  /** Webhooks and status queries of collections; `instructions` only where they failed. */
  collection: [...final, 'bear_fee', 'instructions'],
  /** Webhooks and status queries of payouts. */
  payout: [...final, 'instructions'],
} as const
