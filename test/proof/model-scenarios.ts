/** The flows of the specification, by the path of their create calls, with what the model has to know of them. */
export const flows = {
  mobileMoney: { isOut: false, percent: 1.5, currency: 'GHS' },
  account: { isOut: false, percent: 1, currency: 'NGN' },
  bankPayout: { isOut: true, percent: 1, currency: 'GHS' },
  mobileMoneyPayout: { isOut: true, percent: 1, currency: 'GHS' },
} as const
export type FlowName = keyof typeof flows

/** What the shipped scenarios say, written again: a final status after a time, or transfers of so many percent. */
export interface ModelPlan {
  readonly ends?: readonly [afterMs: number, status: 'COMPLETED' | 'FAILED']
  readonly pays?: readonly (readonly [percent: number, afterMs: number])[]
  readonly answersPending?: true
  readonly hasOtp?: true
  readonly webhook?: WebhookPlan
  readonly refuses?: string
  readonly partial?: Partial
  readonly late?: Late
}

/** How the webhooks of a scenario go: each part is absent if the scenario does not say it. */
export interface WebhookPlan {
  readonly isDropped?: true
  readonly isBeforeReply?: true
  readonly delayMs?: number
  readonly copies?: number
  readonly spacingMs?: number
  /** They wait for each other. */
  readonly hold?: { readonly count: number; readonly isLastFirst: boolean }
  /** They wait for status queries. */
  readonly queries?: { readonly count: number; readonly thenMs: number }
  /** A status, or null for no answer: the attempt is not sent. The last is repeated. */
  readonly answers?: readonly (number | null | 'lost' | 'real')[]
  readonly retryMs?: readonly number[]
}

export type Partial = 'accept' | 'hold' | 'fail'
export type Late = 'ignore' | 'accept'

const approve: ModelPlan = { ends: [3000, 'COMPLETED'], pays: [[100, 3000]] }
const everywhere = {
  approve,
  'by-hand': { pays: [] },
  'dropped-webhook': { ...approve, webhook: { isDropped: true } },
  'before-reply': { ends: [0, 'COMPLETED'], pays: [[100, 0]], webhook: { isBeforeReply: true } },
  'slow-webhook': { ...approve, webhook: { delayMs: 120_000 } },
  'late-webhook': { ...approve, webhook: { queries: { count: 2, thenMs: 10_000 } } },
  duplicate: { ...approve, webhook: { copies: 3 } },
  'late-duplicate': { ...approve, webhook: { copies: 2, spacingMs: 86_400_000 } },
  'out-of-order': { ...approve, webhook: { hold: { count: 3, isLastFirst: true } } },
  'webhook-backlog': { ...approve, webhook: { hold: { count: 5, isLastFirst: false } } },
  'flaky-merchant': { ...approve, webhook: { answers: [503, null, 'lost', 'real'] } },
  'merchant-unreachable': { ...approve, webhook: { answers: [null] } },
  'one-attempt': { ...approve, webhook: { retryMs: [] } },
  'cannot-process': { refuses: 'Sorry, We can not process this transaction now' },
} satisfies Readonly<Record<string, ModelPlan>>
const payouts = {
  ...everywhere,
  'switch-error': { ends: [5000, 'FAILED'] },
  'insufficient-wallet-balance': { refuses: 'Insufficient wallet balance' },
} satisfies Readonly<Record<string, ModelPlan>>

export const scenarios: Readonly<Record<FlowName, Readonly<Record<string, ModelPlan>>>> = {
  mobileMoney: {
    ...everywhere,
    'wrong-pin': { ends: [5000, 'FAILED'] },
    timeout: { ends: [120_000, 'FAILED'] },
    'pending-first': { ends: [5000, 'COMPLETED'], answersPending: true },
    'otp-known': { ends: [3000, 'COMPLETED'], hasOtp: true },
  },
  account: {
    ...everywhere,
    'va-expiry': { pays: [] },
    'va-underpaid': { pays: [[60, 5000]], partial: 'accept' },
    'va-overpaid': { pays: [[150, 5000]], partial: 'accept' },
    'va-wrong-amount': { pays: [[60, 5000]], partial: 'fail' },
    'va-incomplete': { pays: [[60, 5000], [40, 1_860_000]], partial: 'hold', late: 'ignore' }, // biome-ignore format: a row
    'va-split': { pays: [[60, 5000], [40, 20_000]], partial: 'hold' }, // biome-ignore format: a row
    'va-paid-twice': { pays: [[100, 5000], [100, 600_000]] }, // biome-ignore format: a row
    'va-late': { pays: [[100, 1_860_000]], late: 'accept' },
  },
  bankPayout: payouts,
  mobileMoneyPayout: payouts,
}
