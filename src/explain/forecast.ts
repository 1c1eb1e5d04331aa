import { actAtOnce, type Plan, replyWaitMs } from '../domain/plan.ts'
import { flowHas, type Intent } from '../domain/transaction.ts'
import { after } from '../domain/when.ts'
import { type Expected, inOrderOfTime } from './expected.ts'
import { forecastDeliveries } from './forecast-deliveries.ts'
import { type Due, type Final, forecastSettlement } from './forecast-settlement.ts'

export interface ForecastInput {
  readonly plan: Plan
  readonly steps: readonly Due[]
  readonly intent: Pick<Intent, 'flow' | 'currency' | 'askedMinor' | 'customer'>
  readonly hasAddress: boolean
}

/** The life of a create call that is refused: nothing of it is stored. */
export function forecastRefusal(reason: string | number, delayMs = 0): readonly Expected[] {
  return [{ kind: 'refused', reason, when: after('call', delayMs) }]
}

/** The life of a transaction from its create call on. */
export function forecast({ plan, steps, intent, hasAddress }: ForecastInput): readonly Expected[] {
  const payable = { status: 'INITIATED', askedMinor: intent.askedMinor, receivedMinor: 0, result: null } as const
  const ending = forecastSettlement(steps, { payable, intent, plan })
  const webhooks = forecastWebhooks(plan, ending.finals, hasAddress)
  const opening = flowHas(intent.flow, 'prompt') ? [asked(plan, intent)] : []
  const events = inOrderOfTime([...opening, ...ending.events, ...webhooks])
  const { scenario, by, mix } = plan
  const created: Expected = { kind: 'created', scenario, by, ...(mix && { mix }), when: after('creation') }
  return [created, ...events.toSpliced(beforeReply(plan, events), 0, forecastReply(plan))]
}

export function forecastWebhooks(
  { webhook }: Plan,
  finals: readonly Final[],
  hasAddress: boolean,
): readonly Expected[] {
  if (hasAddress) return forecastDeliveries(webhook, finals)
  return finals.map(({ when }) => ({ kind: 'webhook_unaddressed', when }))
}

function asked({ otp }: Plan, { customer: { accountNumber } }: Pick<Intent, 'customer'>): Expected {
  return { kind: otp === null ? 'prompt_sent' : 'otp_sent', accountNumber, when: after('creation') }
}

/** The number of events that come before the create call is answered: those of its own commit and a webhook that it waits for. */
function beforeReply(plan: Plan, events: readonly Expected[]): number {
  if (plan.webhook.faults?.trigger !== 'before-reply') return 0
  const awaited = events.findIndex(({ kind }) => kind === 'webhook_attempted')
  if (actAtOnce(plan) !== null && awaited >= 0) return awaited + 1
  return events.filter(({ when }) => 'since' in when && when.since === 'creation' && when.toMs === 0).length
}

export function forecastReply({ reply }: Plan): Expected {
  return { kind: 'answered', ...reply, when: after('call', replyWaitMs(reply)) }
}
