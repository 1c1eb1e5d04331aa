import { byHandName } from '../domain/plan.ts'
import { isFinal } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Audit, FaultyWebhook, Played } from '../store/audit.ts'
import { faultNames, faultOfRefusal, faultsOfReply, faultsOfWebhook } from './faults.ts'
import type { Coverage, Covered } from './report.ts'

/** Names of what was exercised, by kind; a name can come more than once. */
export type Exercised = Readonly<Record<keyof Omit<Coverage, 'percent'>, readonly string[]>>

/** What a business's stored transactions and refused calls have exercised. */
export function exercisedBy(audit: Audit, key: string, { byName }: CompiledScenarios): Exercised {
  const played = audit.played(key)
  const refused = audit.refusedScenarios(key).map(({ scenario }) => scenario)
  const results = played.flatMap(({ result }) => result ?? [])
  if (audit.hasExpiredBefore(key)) results.push('expired')
  return {
    scenarios: [...played.map(({ plan }) => plan.scenario), ...refused],
    outcomes: [
      ...played.flatMap((one) => outcomesOf(one, byName)),
      // An account that expired counts, also if its scenario planned something else.
      ...results.filter((result) => result === 'expired'),
    ],
    results,
    faults: [
      ...refused.flatMap((name) => faultOf(name, byName) ?? []),
      ...played.flatMap(({ plan }) => faultsOfReply(plan)),
      ...played.flatMap(({ plan, status }) => (plan.webhook.delayMs > 0 && isFinal(status) ? ['webhook.delay'] : [])),
      ...webhookFaults(audit.faultyWebhooks(key)),
    ],
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

function webhookFaults(webhooks: readonly FaultyWebhook[]): readonly string[] {
  const copies = new Map<string, number>()
  for (const { transactionId, attempts } of webhooks) {
    if (attempts > 0) copies.set(transactionId, (copies.get(transactionId) ?? 0) + 1)
  }
  return webhooks.flatMap((webhook) => faultsOfWebhook(webhook, copies.get(webhook.transactionId) ?? 0))
}

/** The words of `outcome` in the scenario language. */
const outcomes = ['approved', 'failed', 'expired', 'by-transfers', 'never', 'by-hand']

/** How much of what is loaded several have exercised together. */
export function coverageOf(all: readonly Exercised[], { byName, results }: CompiledScenarios): Coverage {
  // What a file no longer holds can be neither exercised nor missing.
  const covered = (kind: keyof Exercised, names: readonly string[]): Covered => {
    const seen = new Set(all.flatMap((one) => one[kind]))
    return { exercised: names.filter((name) => seen.has(name)), never: names.filter((name) => !seen.has(name)) }
  }
  const lists = {
    scenarios: covered('scenarios', [...byName.keys()]),
    outcomes: covered('outcomes', outcomes),
    results: covered('results', [...results.keys()]),
    faults: covered('faults', faultNames),
  }
  const done = Object.values(lists).flatMap(({ exercised }) => exercised).length
  const missing = Object.values(lists).flatMap(({ never }) => never).length
  return { ...lists, percent: Math.floor((1000 * done) / (done + missing)) / 10 }
}
