import type { Expectations } from './expectations.ts'
import type { WebhookFaults } from './webhook-faults.ts'

export const selectors = ['header', 'queue', 'metadata', 'reference', 'match', 'business', 'file'] as const
export type Selector = (typeof selectors)[number]

/** The mix that drew a scenario, and its share: `weight` of the sum `of` of the members that could happen to the call. */
export interface DrawnMix {
  readonly name: string
  readonly weight: number
  readonly of: number
}

export interface ChosenScenario {
  readonly name: string
  /** What chose it, or the mix that drew it. */
  readonly by: Selector
  /** The name of that mix. */
  readonly mix?: string
}

/** The answer's header `x-sandbox-scenario`, such as `wrong-pin; by=match` or `wrong-pin; by=queue; mix=busy-day`. */
export function writeScenarioHeader({ name, by, mix }: ChosenScenario): string {
  return `${name}; by=${by}${mix === undefined ? '' : `; mix=${mix}`}`
}

/** The scenario of a stored transaction. */
export function chosenIn({ scenario, by, mix }: Pick<Plan, 'scenario' | 'by' | 'mix'>): ChosenScenario {
  return { name: scenario, by, ...(mix && { mix: mix.name }) }
}

/** The reason of a final status: the webhook's `message` and the fields beside it. */
export interface Result {
  readonly name: string
  readonly code: string
  readonly source: string
  readonly text: string
  readonly telcoResponse: string | null
  readonly providerMessage: string
}

export type Act =
  | { readonly act: 'settle'; readonly result: Result }
  | { readonly act: 'transfer'; readonly amountMinor: number; readonly senderName: string }
  | { readonly act: 'expire'; readonly what: 'account' | 'otp' }

/** `afterMs` counts in sandbox time, from the transaction's creation or the acceptance of its OTP. */
export interface Step {
  readonly from: 'creation' | 'otp'
  readonly afterMs: number
  readonly act: Act
}

/** Policies for a transfer of another sum than the one asked for (D30). */
export const partialPayments = ['accept', 'hold', 'fail'] as const
export type PartialPayments = (typeof partialPayments)[number]
/** Policies for a transfer after the account expired (D30). */
export const lateTransfers = ['ignore', 'accept'] as const
export type LateTransfers = (typeof lateTransfers)[number]

/** Taken from the scenario and the business at creation. */
export interface AccountPlan {
  readonly partialPayments: PartialPayments
  readonly lateTransfers: LateTransfers
}

/** A collection waits for this one-time password before its debit continues (D26). */
export interface OtpPlan {
  /** Null: derived from the transaction (D18). */
  readonly code: string | null
  /** Number of wrong passwords that fail the transaction; 3 by default. */
  readonly attempts: number
  /** Cost of the SMS in major units: `metadata.smsFee` (D21). */
  readonly smsFee: number
}

/** The longest `timeoutMs`: a receiver that hangs holds a place for no longer. */
export const longestAttemptMs = 60_000

export interface WebhookPlan {
  readonly delayMs: number
  readonly retryMs: readonly number[]
  readonly timeoutMs: number
  /** Null: the webhook is sent without faults. */
  readonly faults: WebhookFaults | null
  /** Made by hand: its content may be untrue, and it is sent once. */
  readonly byHand?: true
  /** Which of several equal webhooks it is, from 1. */
  readonly copy?: number
}

/** Faults of the reply to a create call; the transaction is stored. */
export const replyFaults = ['drop-after-commit', 'hang', 'malformed-json'] as const
export type ReplyFault = (typeof replyFaults)[number]

/** How a scenario spoils the answer to a status query. */
export const queryFaults = ['503', 'dropped'] as const

/** The reply to a create call. The delay is real time. */
export interface PlannedReply {
  readonly status: 'INITIATED' | 'PENDING' | 'COMPLETED'
  readonly delayMs?: number
  readonly fault?: ReplyFault
}

/** The default time for which a reply hangs, in wall milliseconds. */
const usualHangMs = 60_000

/** Returns how long the reply waits, in wall milliseconds. */
export function replyWaitMs({ delayMs, fault }: PlannedReply): number {
  return delayMs ?? (fault === 'hang' ? usualHangMs : 0)
}

export const byHandName = 'by-hand'

/** The plan of one transaction, stored with it: a later change of the scenario file has no effect. */
export interface Plan {
  readonly scenario: string
  readonly by: Selector
  readonly mix?: DrawnMix
  readonly reply: PlannedReply
  readonly steps: readonly Step[]
  readonly account: AccountPlan | null
  readonly otp: OtpPlan | null
  readonly webhook: WebhookPlan
  /** How long status queries answer PENDING after the final status. */
  readonly pendingMs?: number
  /** The first status query of an open transaction runs its first step, and waits for the webhook. */
  readonly settlesOnQuery?: true
  /** The first status query is answered 503, and the second's connection drops. */
  readonly queriesFail?: true
  readonly expect?: Expectations
}

/** How long a transaction takes at most if no user acts, with every attempt of its webhook. */
export function longestLifeMs({ steps, webhook }: Plan): number {
  const last = (from: Step['from']) =>
    Math.max(0, ...steps.filter((one) => one.from === from).map((one) => one.afterMs))
  return [webhook.delayMs, ...webhook.retryMs].reduce((sum, ms) => sum + ms, last('creation') + last('otp'))
}

/** Returns the act that runs in the transaction's own commit, because the answer or an earlier webhook reports it; null for none. */
export function actAtOnce({ reply, webhook, steps }: Plan): Act | null {
  const isSettledFirst = reply.status === 'COMPLETED' || webhook.faults?.trigger === 'before-reply'
  const [first] = steps
  return isSettledFirst && first?.afterMs === 0 ? first.act : null
}

/** True if the reply leaves with the transaction's own commit. */
export function isAnsweredAtOnce(plan: Plan): boolean {
  return !isBeforeReply(plan) && replyWaitMs(plan.reply) === 0
}

export function isBeforeReply({ webhook }: Plan): boolean {
  return webhook.faults?.trigger === 'before-reply'
}
