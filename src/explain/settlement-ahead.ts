import { awaitsOtp } from '../domain/phone-screen.ts'
import { isAnsweredAtOnce, isBeforeReply, type Step } from '../domain/plan.ts'
import { isFinal } from '../domain/transaction.ts'
import { after } from '../domain/when.ts'
import type { Expected } from './expected.ts'
import { forecastReply, forecastWebhooks } from './forecast.ts'
import { type Due, forecastSettlement } from './forecast-settlement.ts'
import { plannedAt, type Stored } from './life-step.ts'

/** The outcome of a plan's remaining steps, with the webhooks that follow. */
export function settlementAhead({ transaction, jobs, hasAddress }: Stored): readonly Expected[] {
  const { plan } = transaction
  const due = plan.steps.flatMap((step, index): readonly Due[] => {
    if (!isAhead(step, index, { transaction, jobs })) return []
    const at = plannedAt(step, transaction)
    return [{ step: index, act: step.act, when: at === null ? after(step.from, step.afterMs) : { at } }]
  })
  const otp = awaitsOtp(transaction) ? plan.otp : null
  const standing = { payable: transaction, intent: transaction, plan: { account: plan.account, otp } }
  const { events, finals } = forecastSettlement(due, standing)
  return [...events, ...forecastWebhooks(plan, finals, hasAddress)]
}

export function isAhead(
  step: Step,
  index: number,
  { transaction, jobs }: Pick<Stored, 'transaction' | 'jobs'>,
): boolean {
  if (plannedAt(step, transaction) === null) return !isFinal(transaction.status)
  return jobs.some((job) => job.kind === 'act' && job.step === index)
}

/** The answer to the create call, while it is kept back. */
export function answerAhead({ transaction: { plan }, timeline }: Stored): readonly Expected[] {
  if (isAnsweredAtOnce(plan) || timeline.some(({ kind }) => kind === 'answered')) return []
  const answer = forecastReply(plan)
  return [isBeforeReply(plan) ? { ...answer, when: after('webhook') } : answer]
}
