import { byHandName } from '../domain/plan.ts'
import { type Flow, isFinal } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { FaultyWebhook, Played, ReportReads } from '../store/report-reads.ts'
import { faultOfRefusal, faultsOfReply, faultsOfWebhook } from './faults.ts'

export const kinds = ['scenarios', 'outcomes', 'results', 'faults'] as const
export type Kind = (typeof kinds)[number]

/** What was exercised, by name; names can repeat. `flow` is null for a refused call. */
export type Exercised = readonly { readonly kind: Kind; readonly name: string; readonly flow: Flow | null }[]

export function exercisedBy(reads: ReportReads, key: string, { byName }: CompiledScenarios): Exercised {
  return [
    ...reads.played(key).flatMap((one) => exercisedIn(one.flow, namesOf(one, byName))),
    ...reads.refusedScenarios(key).flatMap(({ scenario }) => {
      return exercisedIn(null, { scenarios: [scenario], faults: [faultOf(scenario, byName) ?? []].flat() })
    }),
    ...(reads.hasExpiredBefore(key) ? exercisedIn('virtual-account', expired) : []),
    ...webhookFaults(reads.faultyWebhooks(key)),
  ]
}

type Names = Readonly<Partial<Record<Kind, readonly string[]>>>

function exercisedIn(flow: Flow | null, names: Names): Exercised {
  return kinds.flatMap((kind) => (names[kind] ?? []).map((name) => ({ kind, name, flow })))
}

/** An account that expired counts, also if its scenario planned something else. */
const expired: Names = { outcomes: ['expired'], results: ['expired'] }

function namesOf(one: Played, byName: ByName): Names {
  const { plan, status, result } = one
  return {
    scenarios: [plan.scenario],
    outcomes: [...outcomesOf(one, byName), ...(result === 'expired' ? ['expired'] : [])],
    results: result === null ? [] : [result],
    faults: [...faultsOfReply(plan), ...(plan.webhook.delayMs > 0 && isFinal(status) ? ['webhook.delay'] : [])],
  }
}

type ByName = CompiledScenarios['byName']

/** An outcome is exercised once it has come; `never` is exercised from the start. An action by hand may lead to another. */
function outcomesOf({ plan, status, result }: Played, byName: ByName): readonly string[] {
  const kind = plan.scenario === byHandName ? 'by-hand' : byName.get(plan.scenario)?.outcome.kind
  if (kind === 'never') return [kind]
  if (kind === undefined || !isFinal(status)) return []
  if (kind === 'by-hand' || kind === 'by-transfers') return [kind]
  if (status === 'COMPLETED') return ['approved']
  return result === 'expired' ? [] : ['failed']
}

function faultOf(name: string, byName: ByName): string | null {
  const scenario = byName.get(name)
  return scenario === undefined ? null : faultOfRefusal(scenario)
}

function webhookFaults(webhooks: readonly FaultyWebhook[]): Exercised {
  const copies = new Map<string, number>()
  for (const { transactionId, attempts } of webhooks) {
    if (attempts > 0) copies.set(transactionId, (copies.get(transactionId) ?? 0) + 1)
  }
  return webhooks.flatMap((webhook) => {
    const faults = faultsOfWebhook(webhook, copies.get(webhook.transactionId) ?? 0)
    return exercisedIn(webhook.flow, { faults })
  })
}
