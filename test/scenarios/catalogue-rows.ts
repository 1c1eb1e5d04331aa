import type { Shop } from '../support/shop.ts'

/** What a merchant sees of a shipped story that is chosen by its own number or reference. Times count from creation. */
export interface Row {
  /** The last seven characters of the account number, or the whole reference. */
  readonly chosenBy: string
  /** What the create call answers: a status, a refusal, or how it goes wrong. */
  readonly reply: string
  /** Each final status with its time and its result. */
  readonly settled: readonly string[]
  /** Each webhook that reaches the merchant, with its time; what is unusual about it stands behind its status. */
  readonly webhooks: readonly string[]
  /** What becomes of the webhooks, when not all are delivered. */
  readonly deliveries?: string
  /** What the merchant's server answers, until told otherwise or so many times; 200 where it says nothing. */
  readonly answers?: { readonly status: number | 'hang'; readonly times?: number }
  /** What the merchant does after the create call. */
  readonly does?: (shop: Shop, id: string, send: (reference: string) => Promise<unknown>) => Promise<void>
  /** The bounds of a time that is drawn, in milliseconds; shown as `drawn`. */
  readonly drawn?: readonly [leastMs: number, mostMs: number]
  readonly settings?: { readonly signatureScheme: 'standard-webhooks' }
}

type Rows = Readonly<Record<string, Row>>

const INITIATED = 'INITIATED'
const approved = { reply: INITIATED, settled: ['3s COMPLETED approved'], webhooks: ['3s COMPLETED'] } as const
const nothing = { settled: [], webhooks: [] } as const
const refusesFirst = { answers: { status: 401, times: 1 } } as const
const refusesAll = { answers: { status: 401 }, deliveries: 'exhausted' } as const

/** When the six attempts of a webhook are made that is due after 3 seconds and never answered 2xx (D36). */
const sixAttempts = ['3s', '8s', '38s', '2m38s', '12m38s', '1h12m38s']

const whatTheCreateCallAnswers: Rows = {
  approve: { chosenBy: 'order-1', ...approved },
  'paid-at-once': {
    chosenBy: 'fast-1',
    reply: 'COMPLETED',
    settled: ['0s COMPLETED approved'],
    webhooks: ['0s COMPLETED'],
  },
  'pending-first': {
    chosenBy: 'pending-1',
    reply: 'PENDING',
    settled: ['5s COMPLETED approved'],
    webhooks: ['5s COMPLETED'],
  },
  'pending-day': {
    chosenBy: 'pendingday-1',
    reply: 'PENDING',
    settled: ['1d COMPLETED approved'],
    webhooks: ['1d COMPLETED'],
  },
  varied: {
    chosenBy: 'varied-1',
    reply: INITIATED,
    settled: ['drawn COMPLETED approved'],
    webhooks: ['drawn COMPLETED'],
    drawn: [2000, 8000],
  },
  'never-final': { chosenBy: 'never-1', reply: INITIATED, ...nothing },
  'cannot-process': {
    chosenBy: 'refused-1',
    reply: '400 Sorry, We can not process this transaction now',
    ...nothing,
  },
  'workflow-failed': { chosenBy: 'unstarted-1', reply: '400 Failed to start Workflow', ...nothing },
  'too-many-requests': { chosenBy: 'http429-1', reply: '429 Too many requests', ...nothing },
  'server-error': { chosenBy: 'http500-1', reply: '500 Internal server error', ...nothing },
  'service-down': { chosenBy: 'http503-1', reply: '503 Service is not available', ...nothing },
  'dropped-request': { chosenBy: 'dropped-1', reply: 'broken off, nothing stored', ...nothing },
  'lost-reply': { ...approved, chosenBy: 'lost-1', reply: 'broken off' },
  'reply-hangs': { ...approved, chosenBy: 'hang-1', reply: 'none yet: hang' },
  'slow-reply': { ...approved, chosenBy: 'sluggish-1', reply: 'none yet: delay' },
  'malformed-reply': { ...approved, chosenBy: 'garbled-1', reply: 'half a record' },
}

const whenTheWebhookComes: Rows = {
  'before-reply': {
    chosenBy: '0009160',
    reply: 'INITIATED, after the webhook',
    settled: ['0s COMPLETED approved'],
    webhooks: ['0s COMPLETED'],
  },
  'failed-before-reply': {
    chosenBy: 'failfirst-1',
    reply: 'INITIATED, after the webhook',
    settled: ['0s FAILED switch_error'],
    webhooks: ['0s FAILED'],
  },
  'slow-webhook': { ...approved, chosenBy: 'slow-1', webhooks: ['2m3s COMPLETED'] },
  'webhook-next-day': { ...approved, chosenBy: 'belated-1', webhooks: ['1d1h3s COMPLETED'] },
  'late-webhook': {
    ...approved,
    chosenBy: '0009170',
    webhooks: ['1h13s COMPLETED'],
    async does(shop, id) {
      await shop.find(id)
      await shop.advance('1h3s')
      await shop.find(id)
      await shop.find(id)
      await shop.advance('9s')
    },
  },
  'dropped-webhook': { ...approved, chosenBy: 'nohook-1', webhooks: [], deliveries: 'dropped' },
  'failed-untold': {
    chosenBy: 'untold-1',
    reply: INITIATED,
    settled: ['5s FAILED no_reason'],
    webhooks: [],
    deliveries: 'dropped',
  },
}

const howOftenTheWebhookComes: Rows = {
  duplicate: { ...approved, chosenBy: '0009150', webhooks: Array(3).fill('3s COMPLETED') },
  'webhook-storm': {
    ...approved,
    chosenBy: 'hookstorm-1',
    webhooks: Array.from({ length: 20 }, (_, index) => `${index + 3}s COMPLETED`),
  },
  'late-duplicate': { ...approved, chosenBy: 'echoed-1', webhooks: ['3s COMPLETED', '1d3s COMPLETED'] },
  'completed-twice': {
    chosenBy: 'fasttwice-1',
    reply: 'COMPLETED',
    settled: ['0s COMPLETED approved'],
    webhooks: ['0s COMPLETED', '0s COMPLETED'],
  },
  'out-of-order': {
    ...approved,
    chosenBy: 'swap-1',
    webhooks: ['5s COMPLETED of swap-3', '5s COMPLETED of swap-2', '5s COMPLETED'],
    async does(shop, _, send) {
      await shop.advance('1s')
      await send('swap-2')
      await shop.advance('1s')
      await send('swap-3')
    },
  },
  'webhook-backlog': {
    ...approved,
    chosenBy: 'hookburst-1',
    webhooks: ['43s COMPLETED', ...[2, 3, 4, 5].map((n) => `43s COMPLETED of hookburst-${n}`)],
    async does(shop, _, send) {
      for (const n of [2, 3, 4, 5]) {
        await shop.advance('10s')
        await send(`hookburst-${n}`)
      }
    },
  },
}

const howTheMerchantsServerFails: Rows = {
  'flaky-merchant': { ...approved, chosenBy: '0009180', webhooks: ['38s COMPLETED', '2m38s COMPLETED'] },
  'merchant-outage': { ...approved, chosenBy: 'outage-1', webhooks: ['12m38s COMPLETED'] },
  'merchant-unreachable': { ...approved, chosenBy: 'unreachable-1', webhooks: [], deliveries: 'exhausted' },
  'lost-ack': { ...approved, chosenBy: 'unheard-1', webhooks: ['3s COMPLETED', '8s COMPLETED'] },
  'impatient-service': {
    ...approved,
    chosenBy: 'impatient-1',
    webhooks: ['3s COMPLETED', '8s COMPLETED'],
    answers: { status: 'hang', times: 1 },
  },
  'one-attempt': { ...approved, chosenBy: 'oneattempt-1', answers: { status: 500 }, deliveries: 'exhausted' },
}

const whatTheWebhookSays: Rows = {
  'unsigned-webhook': {
    ...approved,
    ...refusesAll,
    chosenBy: 'unsigned-1',
    webhooks: sixAttempts.map((time) => `${time} COMPLETED, unsigned`),
  },
  'wrong-key-first': {
    ...approved,
    ...refusesFirst,
    chosenBy: 'rekeyed-1',
    webhooks: ['3s COMPLETED, signed wrongly', '8s COMPLETED'],
  },
  'corrupt-first': {
    ...approved,
    ...refusesFirst,
    chosenBy: 'corrupt-1',
    webhooks: ['3s COMPLETED, signed wrongly', '8s COMPLETED'],
  },
  'forged-webhook': {
    ...approved,
    ...refusesAll,
    chosenBy: 'forged-1',
    webhooks: sixAttempts.map((time) => `${time} COMPLETED, 1000 %, signed wrongly`),
  },
  'stale-webhook': {
    ...approved,
    ...refusesFirst,
    chosenBy: 'stale-1',
    webhooks: ['3s COMPLETED, stale', '8s COMPLETED'],
    settings: { signatureScheme: 'standard-webhooks' },
  },
  'truncated-webhook': { ...approved, chosenBy: 'halfbody-1', webhooks: ['3s no JSON'] },
  'not-json-webhook': { ...approved, chosenBy: 'htmlbody-1', webhooks: ['3s no JSON'] },
  'other-amount': { ...approved, chosenBy: 'tenfold-1', webhooks: ['3s COMPLETED, 1000 %'] },
  'extra-fields': { ...approved, chosenBy: 'morefields-1', webhooks: ['3s COMPLETED, with x_extra and x_nested'] },
}

/** A story that fails with a result and is told by an ordinary webhook. */
function fails(chosenBy: string, result: string, after = '3s'): Row {
  return { chosenBy, reply: INITIATED, settled: [`${after} FAILED ${result}`], webhooks: [`${after} FAILED`] }
}

const results: Rows = {
  'switch-error': fails('switch-1', 'switch_error', '5s'),
  'switch-internal-error': fails('code3110-1', 'switch_internal_error'),
  'provider-error': fails('code3120-1', 'provider_error'),
  'no-reason': fails('code3130-1', 'no_reason'),
  'switch-busy': fails('code3200-1', 'switch_busy'),
  'provider-refused': fails('code3210-1', 'provider_auth_error'),
  'customer-mismatch': fails('code3300-1', 'customer_mismatch'),
  'invalid-account-number': fails('code5200-1', 'invalid_account_number'),
  'invalid-amount': fails('code5210-1', 'invalid_amount'),
  'provider-duplicate': fails('code6100-1', 'provider_duplicate'),
  'switch-backend-error': fails('code6200-1', 'switch_backend_error'),
  'invalid-email': fails('code6300-1', 'invalid_email'),
  'provider-empty': fails('code6400-1', 'provider_liquidity'),
  'provider-busy': fails('code6500-1', 'provider_busy'),
  'service-error': fails('code7100-1', 'service_error'),
}

/** Submits a one-time password, the one on the phone or another, and asserts nothing: the row does. */
async function submits(shop: Shop, id: string, otp: string): Promise<void> {
  await shop.post('/collections/otp', { id, otp })
}

const phoneOf = (suffix: string) => `024${suffix}`

const mobileMoney: Rows = {
  'wrong-pin': fails('0009110', 'wrong_pin', '5s'),
  timeout: fails('0009120', 'prompt_timeout', '2m'),
  'not-registered': fails('0009130', 'invalid_customer_account'),
  'payer-broke': fails('0009140', 'insufficient_customer_balance'),
  otp: {
    ...approved,
    chosenBy: '0009190',
    settled: ['13s COMPLETED approved'],
    webhooks: ['13s COMPLETED'],
    async does(shop, id) {
      await submits(shop, id, '1')
      await shop.advance('10s')
      await submits(shop, id, await shop.phone(phoneOf('0009190')).otp())
    },
  },
  hesitant: {
    chosenBy: 'hesitant-1',
    reply: INITIATED,
    settled: ['1m30s COMPLETED approved'],
    webhooks: ['1m30s COMPLETED'],
  },
  'otp-known': { ...approved, chosenBy: 'otpknown-1', does: (shop, id) => submits(shop, id, '123456') },
  'otp-short': fails('otpshort-1', 'prompt_timeout', '30s'),
  'otp-one-attempt': { ...fails('otponce-1', 'wrong_pin', '0s'), does: (shop, id) => submits(shop, id, '1') },
  'otp-payer-broke': {
    ...fails('otpbroke-1', 'insufficient_customer_balance'),
    does: async (shop, id) => submits(shop, id, await shop.phone('0241234567').otp()),
  },
}

/** An account that is completed with a share of the sum that is not 100 %, or after another time than 3 seconds. */
function completed(chosenBy: string, after: string, share = ''): Row {
  return {
    chosenBy,
    reply: INITIATED,
    settled: [`${after} COMPLETED approved`],
    webhooks: [`${after} COMPLETED${share}`],
  }
}

const virtualAccounts: Rows = {
  'va-expiry': fails('expire-1', 'expired', '30m'),
  'va-split': completed('split-1', '20s'),
  'va-late': {
    chosenBy: 'late-1',
    reply: INITIATED,
    settled: ['30m FAILED expired', '31m COMPLETED approved'],
    webhooks: ['30m FAILED', '31m COMPLETED'],
  },
  'va-too-late': fails('toolate-1', 'expired', '30m'),
  'va-underpaid': completed('0009210', '5s', ', 60 %'),
  'va-overpaid': completed('0009220', '5s', ', 150 %'),
  'va-wrong-sum': fails('0009230', 'invalid_amount', '5s'),
  'va-incomplete': fails('0009240', 'expired', '30m'),
  'va-stranger': completed('0009250', '5s'),
  'va-provider-down': {
    chosenBy: '0009260',
    reply: '400 Sorry, We can not process this transaction now',
    ...nothing,
  },
  'va-instalments': completed('0009270', '4m'),
  'va-paid-twice': completed('0009280', '5s'),
  'va-last-moment': completed('0009290', '30m'),
  'va-split-over': completed('splitover-1', '20s', ', 120 %'),
  'va-part-late': {
    chosenBy: 'partlate-1',
    reply: INITIATED,
    settled: ['30m FAILED expired', '31m COMPLETED approved'],
    webhooks: ['30m FAILED', '31m COMPLETED'],
  },
  'va-short-life': fails('shortlived-1', 'expired', '2m'),
}

const walletBroke = { reply: '400 Insufficient wallet balance', ...nothing } as const

const bankPayouts: Rows = {
  'payout-switch-error': fails('0009310', 'switch_error', '5s'),
  'payout-invalid-account': fails('0009320', 'invalid_account_number'),
  'payout-wrong-name': fails('0009330', 'customer_mismatch'),
  'wallet-broke': { chosenBy: '0009340', ...walletBroke },
  'payout-slow': completed('0009350', '2h'),
  'payout-delayed': {
    chosenBy: '0009360',
    reply: 'PENDING',
    settled: ['6h COMPLETED approved'],
    webhooks: ['18h COMPLETED'],
  },
  'payout-failed-untold': { ...fails('0009370', 'provider_error', '2h'), webhooks: [], deliveries: 'dropped' },
  'payout-lost-reply': { ...completed('0009380', '5s'), reply: 'broken off' },
  'payout-seen-before': fails('0009390', 'provider_duplicate'),
}

const mobileMoneyPayouts: Rows = {
  'payout-provider-error': fails('0009410', 'provider_error', '5s'),
  'payout-provider-empty': fails('0009420', 'provider_liquidity'),
  'mobile-wallet-broke': { chosenBy: '0009430', ...walletBroke },
  'payout-no-wallet': fails('0009440', 'invalid_account_number'),
  'payout-wrong-owner': fails('0009450', 'customer_mismatch'),
  'payout-network-busy': fails('0009460', 'provider_busy'),
  'mobile-payout-slow': { ...completed('0009470', '1d'), reply: 'PENDING' },
  'mobile-payout-never': { chosenBy: '0009480', reply: INITIATED, ...nothing },
  'mobile-payout-lost-reply': { ...completed('0009490', '5s'), reply: 'broken off' },
}

/** Every shipped story by its name. */
export const rows: Rows = {
  ...whatTheCreateCallAnswers,
  ...whenTheWebhookComes,
  ...howOftenTheWebhookComes,
  ...howTheMerchantsServerFails,
  ...whatTheWebhookSays,
  ...results,
  ...mobileMoney,
  ...virtualAccounts,
  ...bankPayouts,
  ...mobileMoneyPayouts,
}
