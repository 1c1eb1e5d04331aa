import type { Shop } from '../support/shop.ts'

/** What a merchant sees of a shipped scenario that is chosen by its magic number, or by name. Times count from creation. */
export interface Row {
  readonly reply: string
  /** Each final status with its time and its result. */
  readonly settled: readonly string[]
  /** Each webhook that reaches the merchant, with its time; what is unusual about it stands behind its status. */
  readonly webhooks: readonly string[]
  /** What becomes of the webhooks, when not all are delivered. */
  readonly deliveries?: string
  /** What the merchant's server answers, until it is set otherwise or so many times; 200 where it says nothing. */
  readonly answers?: { readonly status: number | 'hang'; readonly times?: number }
  /** What the merchant does after the create call. */
  readonly does?: (shop: Shop, id: string, send: (reference: string) => Promise<unknown>) => Promise<void>
  /** The bounds of a time that is drawn, in milliseconds; shown as `drawn`. */
  readonly drawn?: readonly [leastMs: number, mostMs: number]
}

type Rows = Readonly<Record<string, Row>>

const INITIATED = 'INITIATED'
const approved = { reply: INITIATED, settled: ['3s COMPLETED approved'], webhooks: ['3s COMPLETED'] } as const
const nothing = { settled: [], webhooks: [] } as const

/** When the six attempts of a webhook are made that is due after 3 seconds and never answered 2xx (D36). */
const sixAttempts = ['3s', '8s', '38s', '2m38s', '12m38s', '1h12m38s']

const whatTheCreateCallAnswers: Rows = {
  approve: approved,
  'slow-approval': {
    reply: INITIATED,
    settled: ['drawn COMPLETED approved'],
    webhooks: ['drawn COMPLETED'],
    drawn: [3_600_000, 10_800_000],
  },
  'by-hand': {
    reply: INITIATED,
    settled: ['10m COMPLETED approved'],
    webhooks: ['10m COMPLETED'],
    async does(shop, id) {
      await shop.advance('10m')
      await shop.post(`/_sandbox/transactions/${id}/approve`, {})
    },
  },
  'never-final': { reply: INITIATED, ...nothing },
  'cannot-process': { reply: '400 Sorry, We can not process this transaction now', ...nothing },
  'workflow-failed': { reply: '400 Failed to start Workflow', ...nothing },
  'too-many-requests': { reply: '429 Too many requests', ...nothing },
  'server-error': { reply: '500 Internal server error', ...nothing },
  'service-unavailable': { reply: '503 Service is not available', ...nothing },
  'dropped-request': { reply: 'broken off, nothing stored', ...nothing },
  'lost-reply': { ...approved, reply: 'broken off' },
  'reply-hangs': { ...approved, reply: 'none yet: hang' },
  'slow-reply': { ...approved, reply: 'none yet: delay' },
  'malformed-reply': { ...approved, reply: 'half a record' },
}

const whenTheWebhookComes: Rows = {
  'before-reply': {
    reply: 'INITIATED, after the webhook',
    settled: ['0s COMPLETED approved'],
    webhooks: ['0s COMPLETED'],
  },
  'slow-webhook': { ...approved, webhooks: ['2m3s COMPLETED'] },
  'late-webhook': {
    ...approved,
    webhooks: ['1h13s COMPLETED'],
    async does(shop, id) {
      await shop.find(id)
      await shop.advance('1h3s')
      await shop.find(id)
      await shop.find(id)
      await shop.advance('9s')
    },
  },
  'dropped-webhook': { ...approved, webhooks: [], deliveries: 'dropped' },
  'failed-without-webhook': { reply: INITIATED, settled: ['5s FAILED no_reason'], webhooks: [], deliveries: 'dropped' },
}

const howOftenTheWebhookComes: Rows = {
  duplicate: { ...approved, webhooks: Array(3).fill('3s COMPLETED') },
  'late-duplicate': { ...approved, webhooks: ['3s COMPLETED', '1d3s COMPLETED'] },
  'out-of-order': {
    ...approved,
    webhooks: ['5s COMPLETED of scn:out-of-order:3', '5s COMPLETED of scn:out-of-order:2', '5s COMPLETED'],
    async does(shop, _, send) {
      await shop.advance('1s')
      await send('scn:out-of-order:2')
      await shop.advance('1s')
      await send('scn:out-of-order:3')
    },
  },
  'webhook-backlog': {
    ...approved,
    webhooks: ['43s COMPLETED', ...[2, 3, 4, 5].map((n) => `43s COMPLETED of scn:webhook-backlog:${n}`)],
    async does(shop, _, send) {
      for (const n of [2, 3, 4, 5]) {
        await shop.advance('10s')
        await send(`scn:webhook-backlog:${n}`)
      }
    },
  },
}

const howTheMerchantsServerFails: Rows = {
  'flaky-merchant': { ...approved, webhooks: ['38s COMPLETED', '2m38s COMPLETED'] },
  'merchant-unreachable': { ...approved, webhooks: [], deliveries: 'exhausted' },
  'one-attempt': { ...approved, answers: { status: 'hang' }, deliveries: 'exhausted' },
}

const whatTheWebhookSays: Rows = {
  'wrong-signature': {
    ...approved,
    answers: { status: 401, times: 3 },
    webhooks: [
      '3s COMPLETED, unsigned',
      '8s COMPLETED, signed wrongly',
      '38s COMPLETED, signed wrongly',
      '2m38s COMPLETED',
    ],
  },
  'forged-webhook': {
    ...approved,
    answers: { status: 401 },
    deliveries: 'exhausted',
    webhooks: sixAttempts.map((time) => `${time} COMPLETED, 1000 %, signed wrongly`),
  },
  'truncated-webhook': { ...approved, webhooks: ['3s no JSON'] },
  'not-json-webhook': { ...approved, webhooks: ['3s no JSON'] },
  'other-amount': { ...approved, webhooks: ['3s COMPLETED, 1000 %'] },
  'extra-fields': { ...approved, webhooks: ['3s COMPLETED, with x_extra and x_nested'] },
}

/** A scenario that fails with a result and is reported by an ordinary webhook. */
export function fails(result: string, after = '3s'): Row {
  return { reply: INITIATED, settled: [`${after} FAILED ${result}`], webhooks: [`${after} FAILED`] }
}

/** Submits a one-time password, the one on the phone or another, and asserts nothing: the row does. */
async function submits(shop: Shop, id: string, otp: string): Promise<void> {
  await shop.post('/collections/otp', { id, otp })
}

const phoneOf = (suffix: string) => `024${suffix}`

const mobileMoney: Rows = {
  otp: {
    ...approved,
    settled: ['13s COMPLETED approved'],
    webhooks: ['13s COMPLETED'],
    async does(shop, id) {
      await submits(shop, id, '1')
      await shop.advance('10s')
      await submits(shop, id, await shop.phone(phoneOf('0009190')).otp())
    },
  },
  'pending-first': { reply: 'PENDING', settled: ['5s COMPLETED approved'], webhooks: ['5s COMPLETED'] },
  'paid-at-once': { reply: 'COMPLETED', settled: ['0s COMPLETED approved'], webhooks: ['0s COMPLETED'] },
  'otp-failed': { reply: INITIATED, settled: ['1m FAILED otp_failed'], webhooks: ['1m FAILED'] },
  'otp-known': { ...approved, does: (shop, id) => submits(shop, id, '123456') },
}

/** An account that is completed with a share of the sum that is not 100 %, or after another time than 3 seconds. */
function completed(after: string, share = ''): Row {
  return { reply: INITIATED, settled: [`${after} COMPLETED approved`], webhooks: [`${after} COMPLETED${share}`] }
}

const virtualAccounts: Rows = {
  'va-expiry': fails('expired', '30m'),
  'va-split': completed('20s'),
  'va-late': {
    reply: INITIATED,
    settled: ['30m FAILED expired', '31m COMPLETED approved'],
    webhooks: ['30m FAILED', '31m COMPLETED'],
  },
  'va-underpaid': completed('5s', ', 60 %'),
  'va-overpaid': completed('5s', ', 150 %'),
  'va-wrong-amount': fails('invalid_amount', '5s'),
  'va-incomplete': fails('expired', '30m'),
  'provider-downtime': { reply: '400 Sorry, We can not process this transaction now', ...nothing },
  'va-paid-twice': completed('5s'),
}

const payouts: Rows = { 'insufficient-wallet-balance': { reply: '400 Insufficient wallet balance', ...nothing } }

/** The rows of all that does more than fail with a result: for that `fails` is enough. */
export const rows: Rows = {
  ...whatTheCreateCallAnswers,
  ...whenTheWebhookComes,
  ...howOftenTheWebhookComes,
  ...howTheMerchantsServerFails,
  ...whatTheWebhookSays,
  ...mobileMoney,
  ...virtualAccounts,
  ...payouts,
}
