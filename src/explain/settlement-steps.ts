import type { SandboxMs } from '../domain/clock.ts'
import type { Job } from '../domain/job.ts'
import type { Step } from '../domain/plan.ts'
import { type Cause, causeOf, type TimelineEvent } from '../domain/timeline.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import { formatAct } from './forecast-settlement.ts'
import type { ExplainedStep } from './planned-event.ts'

/**
 * Looks up what each step of a plan did: a job that waits, the event that names the step as its cause, or nothing. Returns the
 * past and cancelled steps, and the steps that are left.
 */
export function settlementSteps(transaction: Transaction, timeline: readonly TimelineEvent[], jobs: readonly Job[]) {
  const { plan, currency } = transaction
  const caused = timeline.flatMap((entry) => {
    const cause = causeOf(entry)
    return cause === null ? [] : [{ entry, cause }]
  })
  const happened = caused.flatMap(({ entry, cause }): ExplainedStep[] => {
    const step = cause.by === 'step' ? plan.steps[cause.step] : undefined
    if (step === undefined && entry.event !== 'settled') return []
    const isEnding = entry.event === 'settled' && step?.act.act !== 'expire'
    const event = step === undefined || isEnding ? formatEnding(entry) : formatAct(step.act, currency)
    const planned = step === undefined ? null : plannedAt(step, transaction)
    return [{ event, planned, actual: entry.at, state: 'happened', why: byHand(cause) }]
  })
  const isOver = (index: number) => caused.some(({ cause }) => cause.by === 'step' && cause.step === index)
  const isAhead = (step: Step, index: number) =>
    plannedAt(step, transaction) === null
      ? !isFinal(transaction.status)
      : jobs.some((job) => job.kind === 'act' && job.step === index)
  const ahead = plan.steps.filter(isAhead)
  const cancelled = plan.steps
    .filter((step, index) => !isOver(index) && !ahead.includes(step))
    .map((step): ExplainedStep => {
      const event = formatAct(step.act, currency)
      const planned = plannedAt(step, transaction)
      return { event, planned, actual: null, state: 'cancelled', why: cancelledBy(step, timeline) }
    })
  return { past: [...happened, ...cancelled], ahead }
}

/** Returns when a step is due, or null before its OTP is accepted. */
export function plannedAt({ from, afterMs }: Step, { createdAt, otpAcceptedAt }: Transaction): SandboxMs | null {
  const since = from === 'otp' ? otpAcceptedAt : createdAt
  return since === null ? null : since + afterMs
}

function cancelledBy({ act }: Step, timeline: readonly TimelineEvent[]): string | null {
  const entry = timeline.find((one) => {
    // Only an action cancels the transfers of a plan: a transaction that is final still records them.
    if (act.act === 'transfer') return causeOf(one)?.by === 'action'
    return one.event === 'settled' || (one.event === 'otp_accepted' && act.act === 'expire' && act.what === 'otp')
  })
  const cause = entry === undefined ? null : causeOf(entry)
  if (entry === undefined) return null
  if (entry.event === 'otp_accepted') return 'the OTP was accepted'
  return byHand(cause) ?? `it was ${formatEnding(entry)} before`
}

/** Names a cause that is not a step of the plan; null for a step. */
function byHand(cause: Cause | null): string | null {
  if (cause?.by === 'action') return `${cause.action} by hand`
  if (cause?.by === 'otp') return 'the last wrong OTP'
  return cause?.by === 'transfer' ? 'a payment by hand' : null
}

function formatEnding({ facts: { status, result } }: TimelineEvent): string {
  return status === 'COMPLETED' ? status : `FAILED as ${result}`
}
