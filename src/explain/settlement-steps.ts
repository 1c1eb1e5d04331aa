import type { CurrencyCode } from '../catalogue/currencies.ts'
import type { SandboxMs } from '../domain/clock.ts'
import type { Job } from '../domain/job.ts'
import { toMajor } from '../domain/money.ts'
import type { Act, Step } from '../domain/plan.ts'
import { expiryResult } from '../domain/result.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import type { ExplainedStep } from './explained-step.ts'
import { formatAct } from './forecast-settlement.ts'

/** What became of the steps of a plan so far, and which of them are still to come. */
export interface Acted {
  readonly past: readonly ExplainedStep[]
  readonly ahead: readonly Step[]
}

/** Finds each step of a plan among the transaction's jobs, or in its timeline, or what cancelled it. */
export function settlementSteps(
  transaction: Transaction,
  timeline: readonly TimelineEvent[],
  jobs: readonly Job[],
): Acted {
  const { plan, currency } = transaction
  const ahead = plan.steps.filter((step) => isAhead(step, transaction, jobs))
  const found = new Map<TimelineEvent, SandboxMs>()
  const past = plan.steps
    .filter((step) => !ahead.includes(step))
    .map((step): ExplainedStep => {
      const planned = plannedAt(step, transaction)
      const event = formatAct(step.act, currency)
      const one = timeline.find((entry, index) => {
        const isLate = planned !== null && entry.at >= planned
        return isLate && !found.has(entry) && isOf(step.act, entry, currency) && handBefore(timeline, index) === null
      })
      if (one === undefined || planned === null) {
        return { event, planned, actual: null, state: 'cancelled', why: cancelledBy(step, timeline) }
      }
      found.set(one, planned)
      return { event, planned, actual: one.at, state: 'happened', why: null }
    })
  return { past: [...past, ...otherEndings(timeline, found)], ahead }
}

/** When a step is due; null while its OTP was not accepted. */
export function plannedAt({ from, afterMs }: Step, { createdAt, otpAcceptedAt }: Transaction): SandboxMs | null {
  const since = from === 'otp' ? otpAcceptedAt : createdAt
  return since === null ? null : since + afterMs
}

function isAhead(step: Step, transaction: Transaction, jobs: readonly Job[]): boolean {
  const planned = plannedAt(step, transaction)
  if (planned === null) return !isFinal(transaction.status)
  const text = JSON.stringify(step.act)
  return jobs.some((job) => job.kind === 'act' && job.dueAt === planned && JSON.stringify(job.act) === text)
}

/** Whether a timeline entry is what an act leaves there; a wallet that is full makes a failure of an approval. */
function isOf(act: Act, { event, facts }: TimelineEvent, currency: CurrencyCode): boolean {
  if (act.act === 'transfer') {
    const isSame = facts.amount === toMajor(act.amountMinor, currency) && facts.senderName === act.senderName
    return event === 'transfer_received' && isSame
  }
  if (event !== 'settled') return false
  if (act.act === 'expire') return facts.result === expiryResult(act.what).name
  return facts.result === act.result.name || facts.result === 'service_error'
}

/** Who made the entry at an index happen by hand: an action, or the merchant's last wrong OTP; null: the plan did. */
function handBefore(timeline: readonly TimelineEvent[], index: number): string | null {
  const [entry, before, earlier] = [timeline[index], timeline[index - 1], timeline[index - 2]]
  if (before === undefined || before.at !== entry?.at) return null
  if (before.event === 'otp_refused') return 'the last wrong OTP'
  // A payment by hand makes two entries.
  const action = before.event === 'transfer_received' ? earlier : before
  return action?.event === 'action' && action.at === entry.at ? `${action.facts.action} by hand` : null
}

function cancelledBy({ act }: Step, timeline: readonly TimelineEvent[]): string | null {
  const ends = timeline.findIndex(({ event, facts }) => {
    if (event === 'action') return act.act === 'transfer' && facts.action !== 'replay'
    if (event === 'otp_accepted') return act.act === 'expire' && act.what === 'otp'
    return event === 'settled' && act.act !== 'transfer'
  })
  const entry = timeline[ends]
  if (entry === undefined) return null
  if (entry.event === 'otp_accepted') return 'the OTP was accepted'
  if (entry.event === 'action') return `${entry.facts.action} by hand`
  return handBefore(timeline, ends) ?? `it was ${formatEnding(entry)} before`
}

/** Final statuses that no step of the plan says itself: those that transfers made, and those by hand. */
function otherEndings(
  timeline: readonly TimelineEvent[],
  found: ReadonlyMap<TimelineEvent, SandboxMs>,
): ExplainedStep[] {
  return timeline.flatMap((entry, index): ExplainedStep[] => {
    if (entry.event !== 'settled' || found.has(entry)) return []
    const before = timeline[index - 1]
    const planned = (before?.event === 'transfer_received' ? found.get(before) : undefined) ?? null
    const why = handBefore(timeline, index) ?? (planned === null ? 'a payment by hand' : null)
    return [{ event: formatEnding(entry), planned, actual: entry.at, state: 'happened', why }]
  })
}

function formatEnding({ facts: { status, result } }: TimelineEvent): string {
  return status === 'COMPLETED' ? status : `FAILED as ${result}`
}
