import { byHandName } from '../domain/plan.ts'
import type { Transaction } from '../domain/transaction.ts'
import { type NearMiss, nearMisses } from '../scenarios/near-misses.ts'
import { plainApproval } from '../scenarios/plain-approval.ts'
import type { CompiledScenarios } from '../scenarios/select.ts'
import { factsOf } from './selection.ts'

/** Why a stored transaction has its scenario, as far as the scenarios that are loaded now can tell. */
export interface WhyChosen {
  /** The rules loaded now that nearly matched what the transaction asked for and would have gone before what was chosen. */
  readonly nearMisses: readonly NearMiss[]
  /** False: the scenario that was chosen is not there any more. */
  readonly scenarioLoaded: boolean
}

/** Holds the loaded rules against what a stored transaction asked for. */
export function whyChosen(transaction: Transaction, scenarios: CompiledScenarios): WhyChosen {
  const { scenario, by } = transaction.plan
  return {
    nearMisses: nearMisses(scenarios, factsOf(transaction), { name: scenario, by }),
    scenarioLoaded: scenarios.byName.has(scenario) || scenario === byHandName || scenario === plainApproval.name,
  }
}
