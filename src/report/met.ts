import type { Delivery } from '../domain/delivery.ts'
import { type Flow, isFinal, type Transaction } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { FaultyWebhook, PlanUse, RefusedScenario, TransactionPart } from '../store/report-reads.ts'
import { faultOfRefusal, faultsOfReply, faultsOfWebhook } from './faults.ts'
import type { CallsSeen } from './finding-rule.ts'
import type { Pausing } from './pausing.ts'
import { answeredAttempts } from './real-attempts.ts'

/**
 * What a run can meet, each by its name: scenarios, results and faults by those of the scenario language, refusals by their
 * business rule or status, and how payments went.
 */
export const metKinds = ['scenarios', 'results', 'faults', 'refusals', 'payments'] as const
export type MetKind = (typeof metKinds)[number]

/** The flow is null for a refused call. */
export interface Met {
  readonly kind: MetKind
  readonly name: string
  readonly flow: Flow | null
}

/** Returns what some transactions of a business met. Entries can repeat. */
export function metIn(part: TransactionPart): readonly Met[] {
  return [
    ...part.played.flatMap((one) => metOf(one.flow, namesOf(one))),
    ...(part.hasExpiredBefore() ? metOf('virtual-account', { results: ['expired'] }) : []),
    ...webhookFaults(part.faultyWebhooks()),
  ]
}

/** Returns what the refused calls of a business met. Entries can repeat. */
export function metByRefusals(
  refused: readonly RefusedScenario[],
  byName: CompiledScenarios['byName'],
  { refusals }: CallsSeen,
): readonly Met[] {
  return [...refused.flatMap(({ scenario }) => metOf(null, refusedBy(scenario, byName))), ...metOf(null, { refusals })]
}

/** The reference came again after a lost reply, or the status was asked for. */
export const survivedLostReply = 'survived a lost reply'

/** Returns of which flows a lost reply was survived. `sawQuery`: whether the status of a transaction was asked for. */
export function metByLostReplies(lost: readonly Transaction[], sawQuery: (id: string) => boolean): readonly Met[] {
  const met: Met[] = []
  for (const { id, flow, duplicateCreates } of lost) {
    const isKnown = met.some((one) => one.flow === flow)
    if (!isKnown && (duplicateCreates > 0 || sawQuery(id))) met.push(...metOf(flow, { payments: [survivedLostReply] }))
  }
  return met
}

export const refusedForgery = 'refused a forged webhook'
export const askedInstead = 'asked for the status that no webhook brought'

interface Lookups {
  readonly flowOf: (transactionId: string) => Flow | null
  readonly learntEnd: (transactionId: string) => boolean
}

/** Returns which faults of webhooks the merchant's code survived. */
export function* metByWebhooks(webhooks: readonly Delivery[], { flowOf, learntEnd }: Lookups): Pausing<readonly Met[]> {
  const met: Met[] = []
  for (const webhook of webhooks) {
    yield
    const { transactionId: id, status } = webhook
    const answered = answeredAttempts(webhook)
    // A server that refuses a valid one too checks nothing.
    const isTaken = answered.some(({ isSound, isAccepted }) => isSound && isAccepted)
    const isRefused = answered.some(({ signature, isRefused }) => signature !== 'valid' && isRefused)
    const payments = [
      ...(isTaken && isRefused ? [refusedForgery] : []),
      ...(status === 'dropped' && learntEnd(id) ? [askedInstead] : []),
    ]
    if (payments.length > 0) met.push(...metOf(flowOf(id), { payments }))
  }
  return met
}

type Names = Readonly<Partial<Record<MetKind, readonly string[]>>>

function metOf(flow: Flow | null, names: Names): readonly Met[] {
  return metKinds.flatMap((kind) => (names[kind] ?? []).map((name) => ({ kind, name, flow })))
}

function namesOf({ plan, status, result, ...one }: PlanUse): Names {
  const isSlow = status === 'COMPLETED' && one.longestMs >= slowMs
  return {
    scenarios: [plan.scenario, ...(plan.mix ? [plan.mix.name] : [])],
    results: result === null ? [] : [result],
    faults: [...faultsOfReply(plan), ...(plan.webhook.delayMs > 0 && isFinal(status) ? ['webhook.delay'] : [])],
    payments: [
      ...(status === 'FAILED' ? ['failed'] : []),
      ...(isSlow ? ['slow'] : []),
      ...(one.isPaidShort ? ['paid short'] : []),
      ...(one.isPaidOver ? ['paid over'] : []),
    ],
  }
}

/** A customer who takes this long is slow: no request waits for an hour. */
const slowMs = 3_600_000

function refusedBy(name: string, byName: CompiledScenarios['byName']): Names {
  const scenario = byName.get(name)
  const fault = scenario && faultOfRefusal(scenario)
  return {
    scenarios: [name],
    faults: [fault ?? []].flat(),
    refusals: scenario?.refusal ? [String(scenario.refusal)] : [],
  }
}

function webhookFaults(webhooks: readonly FaultyWebhook[]): readonly Met[] {
  const copies = new Map<string, number>()
  for (const { transactionId, attempts } of webhooks) {
    if (attempts > 0) copies.set(transactionId, (copies.get(transactionId) ?? 0) + 1)
  }
  return webhooks.flatMap((webhook) => {
    const faults = faultsOfWebhook(webhook, copies.get(webhook.transactionId) ?? 0)
    return metOf(webhook.flow, { faults })
  })
}
