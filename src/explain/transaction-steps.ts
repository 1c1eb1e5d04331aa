import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { Job } from '../domain/job.ts'
import { awaitsOtp } from '../domain/otp.ts'
import type { Step } from '../domain/plan.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import type { Transaction } from '../domain/transaction.ts'
import { deliverySteps } from './delivery-steps.ts'
import { forecastReply } from './forecast.ts'
import { forecastDeliveries } from './forecast-deliveries.ts'
import { forecastSettlement } from './forecast-settlement.ts'
import { type Expected, type ExplainedStep, formatWhen, inOrderOfTime } from './planned-event.ts'
import { plannedAt, settlementSteps } from './settlement-steps.ts'

interface Stored {
  readonly transaction: Transaction
  readonly timeline: readonly TimelineEvent[]
  /** Oldest first. */
  readonly deliveries: readonly Delivery[]
  /** In the order they are due. */
  readonly jobs: readonly Job[]
  readonly hasAddress: boolean
}

export function transactionSteps(stored: Stored): readonly ExplainedStep[] {
  const { transaction, timeline, deliveries, jobs } = stored
  const { createdAt, plan } = transaction
  const { past, ahead } = settlementSteps(transaction, timeline, jobs)
  const reply = forecastReply(plan).event
  const created: ExplainedStep = { event: reply, planned: createdAt, actual: createdAt, state: 'happened', why: null }
  const steps = [created, ...past, ...deliverySteps(deliveries, timeline, jobs), ...stepsAhead(ahead, stored)]
  const timeOf = ({ planned, actual }: ExplainedStep) => actual ?? planned ?? Number.POSITIVE_INFINITY
  return steps.toSorted((one, other) => {
    const [at, otherAt] = [timeOf(one), timeOf(other)]
    return at === otherAt ? 0 : at - otherAt
  })
}

function stepsAhead(steps: readonly Step[], { transaction, hasAddress }: Stored): readonly ExplainedStep[] {
  const { createdAt, plan, currency } = transaction
  const due = steps.map((step) => {
    const planned = plannedAt(step, transaction)
    const afterMs = planned === null ? step.afterMs : planned - createdAt
    return { act: step.act, from: planned === null ? step.from : 'creation', after: { minMs: afterMs, maxMs: afterMs } }
  })
  const otp = awaitsOtp(transaction) ? plan.otp : null
  const { events, finals } = forecastSettlement(due, {
    payable: transaction,
    currency,
    plan: { account: plan.account, otp },
  })
  const webhooks = hasAddress ? forecastDeliveries(plan.webhook, finals) : []
  return inOrderOfTime([...events, ...webhooks]).map((expected) => pending(expected, createdAt))
}

function pending({ when, event }: Expected, createdAt: SandboxMs): ExplainedStep {
  const isTimed = when.since === 'creation'
  return {
    event,
    planned: isTimed ? createdAt + when.minMs : null,
    actual: null,
    state: 'pending',
    why: isTimed ? null : formatWhen(when),
  }
}
