import type { Expectations } from './expectations.ts'
import type { WebhookFaults } from './webhook-faults.ts'

/** Which of the seven ways of choosing a scenario won (design: Selection). */
export const selectors = ['header', 'queue', 'metadata', 'reference', 'match', 'business', 'file'] as const
export type Selector = (typeof selectors)[number]

/** What the switch, the customer or the provider said in the end: the webhook's `message` and its companions. */
export interface Result {
  readonly name: string
  readonly code: string
  readonly source: string
  readonly text: string
  readonly telcoResponse: string | null
  readonly providerMessage: string
}

/** What happens to a transaction at a step of its plan, or by hand. */
export type Act =
  | { readonly act: 'settle'; readonly result: Result }
  | { readonly act: 'transfer'; readonly amountMinor: number; readonly senderName: string }
  | { readonly act: 'expire'; readonly what: 'account' | 'otp' }

/** One step: `act` happens `afterMs` of sandbox time after the transaction's creation, or after its OTP was accepted. */
export interface Step {
  readonly from: 'creation' | 'otp'
  readonly afterMs: number
  readonly act: Act
}

/** The policy for a transfer of another sum than was asked for (D30). */
export const partialPayments = ['accept', 'hold', 'fail'] as const
export type PartialPayments = (typeof partialPayments)[number]
/** The policy for a transfer after the account expired (D30). */
export const lateTransfers = ['ignore', 'accept'] as const
export type LateTransfers = (typeof lateTransfers)[number]

/** The policies of one virtual account, taken from its scenario and its business at creation. */
export interface AccountPlan {
  readonly partialPayments: PartialPayments
  readonly lateTransfers: LateTransfers
}

/** The one-time password that a collection waits for before its debit goes on (D26). */
export interface OtpPlan {
  /** The password itself; null: derived from the transaction (D18). */
  readonly code: string | null
  /** The wrong password that fails the transaction: the third one by default. */
  readonly attempts: number
  /** What the SMS costs, in major units: `metadata.smsFee` (D21). */
  readonly smsFee: number
}

/** How the final webhook travels: when it is first sent, how long one attempt may take and when it is tried again. */
export interface WebhookPlan {
  readonly delayMs: number
  readonly retryMs: readonly number[]
  readonly timeoutMs: number
  /** Null: it is sent as a good service sends it. */
  readonly faults: WebhookFaults | null
  /** Made by hand: its content need not be true, and it is sent once. */
  readonly byHand?: true
}

/** How the reply of a create call goes wrong although its transaction is stored. */
export const replyFaults = ['drop-after-commit', 'hang', 'malformed-json'] as const
export type ReplyFault = (typeof replyFaults)[number]

/** What the create call is answered, and how; the delay is real time. */
export interface PlannedReply {
  readonly status: 'INITIATED' | 'PENDING' | 'COMPLETED'
  readonly delayMs?: number
  readonly fault?: ReplyFault
}

/** How long a reply hangs if the scenario does not say, in wall milliseconds. */
export const usualHangMs = 60_000

/** What answers, explanations and stored transactions call the plan of manual mode. */
export const byHandName = 'by-hand'

/** What happens to one transaction, stored with it: the YAML is not read again. */
export interface Plan {
  readonly scenario: string
  readonly by: Selector
  readonly reply: PlannedReply
  readonly steps: readonly Step[]
  readonly account: AccountPlan | null
  readonly otp: OtpPlan | null
  readonly webhook: WebhookPlan
  /** What must be true of the transaction in the end; absent where the scenario expects nothing. */
  readonly expect?: Expectations
}

/** Returns the act that the commit of the transaction runs, because its answer, or a webhook before it, reports it. */
export function actAtOnce({ reply, webhook, steps }: Plan): Act | null {
  const isSettledFirst = reply.status === 'COMPLETED' || webhook.faults?.trigger === 'before-reply'
  const [first] = steps
  return isSettledFirst && first?.afterMs === 0 ? first.act : null
}
