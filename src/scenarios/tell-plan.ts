import { formatDuration } from '../domain/duration.ts'
import { toDecimalString } from '../domain/money.ts'
import type { Act, Plan, Step } from '../domain/plan.ts'
import type { CurrencyCode } from '../domain/transaction.ts'
import type { WebhookFaults } from '../domain/webhook-faults.ts'

/** One thing that will happen, so long after another. */
export interface Told {
  /** A duration such as `5s`, from creation unless it says otherwise. */
  readonly after: string
  readonly event: string
}

/** What a story that stores nothing does. */
export function tellRefusal(refusal: string | number, delayMs = 0): readonly Told[] {
  return [{ after: formatDuration(delayMs), event: `the create call fails: ${refusal}` }]
}

/** What a plan will do, in words, in the order it happens. */
export function tellPlan(plan: Plan, currency: CurrencyCode): readonly Told[] {
  const { steps, reply, webhook } = plan
  return [
    { after: formatDuration(reply.delayMs ?? 0), event: `the create call answers ${reply.status}${tellFault(plan)}` },
    ...steps.map((step) => ({ after: afterOf(step), event: tellAct(step.act, currency) })),
    ...(steps.length === 0 ? [{ after: 'never', event: 'no final status by itself' }] : []),
    ...(steps.length === 0 && webhook.faults === null ? [] : [tellWebhook(plan)]),
  ]
}

function tellFault({ reply: { fault } }: Plan): string {
  return fault === undefined ? '' : `, but ${fault}`
}

function afterOf({ from, afterMs }: Step): string {
  return from === 'otp' ? `${formatDuration(afterMs)} after the OTP` : formatDuration(afterMs)
}

function tellAct(act: Act, currency: CurrencyCode): string {
  if (act.act === 'settle') return act.result.code === '0000' ? 'COMPLETED' : `FAILED as ${act.result.name}`
  if (act.act === 'expire')
    return act.what === 'otp' ? 'the OTP expires, if it was not accepted' : 'the account expires, if it was not paid'
  return `${act.senderName} pays ${toDecimalString(act.amountMinor, currency)}`
}

function tellWebhook({ webhook: { delayMs, retryMs, faults } }: Plan): Told {
  if (faults?.drop) return { after: 'never', event: 'the webhook is sent' }
  const retries = retryMs.length === 0 ? 'no retries' : `retries after ${retryMs.map(formatDuration).join(', ')}`
  const more = faults === null ? [] : tellFaults(faults)
  return {
    after: `${formatDuration(delayMs)} after the final status`,
    event: ['the webhook', ...more, retries].join('; '),
  }
}

function tellFaults({ trigger, copies, spacingMs, hold, answers, signatures, body }: WebhookFaults): string[] {
  return [
    ...(trigger === 'before-reply' ? ['before the create call answers'] : []),
    ...(trigger !== null && trigger !== 'before-reply'
      ? [`after ${trigger.statusQueries} status queries, then ${formatDuration(trigger.thenMs)}`]
      : []),
    ...(hold === null ? [] : [`held until there are ${hold.count}, then ${hold.release}`]),
    ...(copies > 1 ? [`${copies} copies, ${formatDuration(spacingMs)} apart`] : []),
    ...(answers.length > 0 ? [`answered ${answers.join(', ')}`] : []),
    ...(signatures.length > 0 ? [`signature ${signatures.join(', ')}`] : []),
    ...(body === 'exact' ? [] : [`body ${body}`]),
  ]
}
