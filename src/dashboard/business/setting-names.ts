interface SettingName {
  readonly title: string
  /** As a person says it. */
  readonly usual: string
}

/** The settings in the groups of the page, with plain names and what they are if nothing is set. */
const groups: Readonly<Record<string, Readonly<Record<string, readonly [title: string, usual: string]>>>> = {
  Webhooks: {
    callbackUrl: ['Where webhooks go', 'none'],
    webhookSecret: ['Key of the signature', 'the API key'],
    signatureHeader: ['Header of the signature', 'x-webhook-signature'],
    retry: ['Waits before further attempts', '5s, 30s, 2m, 10m, 1h'],
    timeout: ['Longest wait for an answer', '10s'],
  },
  Customers: {
    pin: ['The right PIN', '0000'],
    smsOtp: ['An OTP by SMS first', 'none'],
    homeCountries: ['Country of local numbers', 'XOF = CI, XAF = CM'],
    networkMismatch: ['Number of another network', 'fail'],
    partialPayments: ['Transfer of another sum', 'accept'],
    lateTransfers: ['Transfer after the expiry', 'ignore'],
    accountLifetime: ['Life of a virtual account', '30m'],
  },
  Limits: {
    currencies: ['Currencies', 'all; empty means all'],
    networks: ['Networks', 'all; empty means all'],
    limits: ['Smallest and largest amounts', 'no limits'],
    wallets: ['Opening balances', '1000000 in each currency'],
    fees: ['Fees in percent', '1.5 for mobile-money, 1 for all others'],
    bearFee: ['Who bears the fee', 'customer'],
    rateLimit: ['Requests in a period', 'any number'],
    ipAllowList: ['Addresses that may call', 'all; empty means all'],
  },
  'Form of answers': {
    amounts: ['Form of amounts', 'as-shown'],
    amountPlaces: ['Places of amounts in text', 'shortest'],
    customerNumbers: ['Form of mobile numbers', 'as-shown'],
    results: ['Codes and texts of results', 'as the specification has them'],
    validationShape: ['Errors of fields', 'object'],
    rates: ['Which way a rate reads', 'as-seen'],
    createdStatus: ['Status of an accepted create call', '200'],
    variance: ['Seed of varied answers', 'nothing varies'],
  },
  'Test behaviour': {
    mode: ['Who ends a transaction', 'automatic'],
    strictTestAccounts: ['Refuse recipient.accountNumber', 'false'],
  },
}

/** The groups in their order, each with the names of its settings. */
export const settingGroups: readonly (readonly [group: string, names: ReadonlyMap<string, SettingName>])[] =
  Object.entries(groups).map(([group, names]) => [
    group,
    new Map(Object.entries(names).map(([name, [title, usual]]) => [name, { title, usual }])),
  ])
