import { byHandName } from '../domain/plan.ts'
import type { Transaction } from '../domain/transaction.ts'
import { factsOf, whyMismatched } from '../engine/begin/choose-scenario.ts'
import { plainApproval } from '../scenarios/compile/fallback-scenarios.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import { type NearMiss, nearMisses } from './near-misses.ts'

/** Why a stored transaction has its scenario. */
export interface WhyChosen {
  /** The rules loaded now that nearly match what the transaction asked for, and would go before what was chosen. */
  readonly nearMisses: readonly NearMiss[]
  /** False: the scenario that was chosen is not there any more. */
  readonly scenarioLoaded: boolean
  /** Why it is so, where the plan alone does not say; null: nothing to add. */
  readonly hint: string | null
}

/** Compares the rules that are loaded now with what a stored transaction asked for. */
export function whyChosen(transaction: Transaction, loaded: CompiledScenarios): WhyChosen {
  const { scenario, by } = transaction.plan
  return {
    nearMisses: nearMisses(loaded, factsOf(transaction), { name: scenario, by }),
    scenarioLoaded: loaded.byName.has(scenario) || scenario === byHandName || scenario === plainApproval.name,
    hint: whyMismatched(transaction, transaction.plan),
  }
}
