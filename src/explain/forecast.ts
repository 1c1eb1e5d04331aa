import { formatDuration } from '../domain/duration.ts'
import { actAtOnce, type Plan, usualHangMs } from '../domain/plan.ts'
import type { Intent } from '../domain/transaction.ts'
import { forecastDeliveries } from './forecast-deliveries.ts'
import { asksForPin, type Due, type Final, forecastSettlement } from './forecast-settlement.ts'
import { type Expected, formatWhen, inOrderOfTime, type PlannedEvent } from './planned-event.ts'

export interface ForecastInput {
  readonly plan: Plan
  readonly steps: readonly Due[]
  readonly intent: Pick<Intent, 'flow' | 'currency' | 'askedMinor'>
  readonly hasAddress: boolean
}

export function forecastRefusal(refusal: string | number, delayMs = 0): readonly PlannedEvent[] {
  const what = refusal === 'drop-before-commit' ? 'breaks off without an answer' : `fails: ${refusal}`
  return [{ after: wallTime(delayMs), event: `the create call ${what}; nothing is stored` }]
}

export function forecast({ plan, steps, intent, hasAddress }: ForecastInput): readonly PlannedEvent[] {
  const { flow, currency, askedMinor } = intent
  const payable = { status: 'INITIATED', askedMinor, receivedMinor: 0, result: null } as const
  const ending = forecastSettlement(steps, { payable, currency, plan })
  const webhooks = hasAddress ? forecastDeliveries(plan.webhook, ending.finals) : noWebhooks(ending.finals)
  const before = flow === 'mobile-money' ? [opening(plan)] : []
  const events = inOrderOfTime([...before, ...ending.events, ...webhooks])
  const planned = events.map(({ when, event }): PlannedEvent => ({ after: formatWhen(when), event }))
  return planned.toSpliced(before.length + beforeReply(plan, ending.events, hasAddress), 0, forecastReply(plan))
}

function noWebhooks(finals: readonly Final[]): readonly Expected[] {
  const event = 'no webhook: the request has no callbackURL and the business no callbackUrl'
  return finals.map(({ when }) => ({ when, event }))
}

function opening({ otp }: Plan): Expected {
  const event = otp === null ? asksForPin : 'the customer gets an OTP by SMS'
  return { when: { since: 'creation', minMs: 0, maxMs: 0 }, event }
}

/** The number of events that happen before the create call is answered. */
function beforeReply(plan: Plan, ending: readonly Expected[], hasAddress: boolean): number {
  const atOnce = actAtOnce(plan)
  if (atOnce === null) return 0
  // A transfer and the final status that it makes are two events.
  const settled = Math.min(ending.length, atOnce.act === 'transfer' ? 2 : 1)
  const isAwaited = plan.webhook.faults?.trigger === 'before-reply' && hasAddress
  return settled + (isAwaited ? 1 : 0)
}

export function forecastReply({ reply: { status, delayMs, fault } }: Plan): PlannedEvent {
  const answer = {
    'drop-after-commit': 'breaks off without an answer; the transaction is stored',
    hang: 'hangs and then breaks off without an answer; the transaction is stored',
    'malformed-json': `answers ${status}, its JSON broken off in the middle`,
    none: `answers ${status}`,
  }[fault ?? 'none']
  return { after: wallTime(delayMs ?? (fault === 'hang' ? usualHangMs : 0)), event: `the create call ${answer}` }
}

/** The create call waits in real time, independent of the business's clock. */
function wallTime(ms: number): string {
  return ms === 0 ? '0s' : `${formatDuration(ms)} of real time`
}
