import { byHandName } from '../domain/plan.ts'
import type { Transaction } from '../domain/transaction.ts'
import { whyMismatched } from '../engine/begin/effective-scenario.ts'
import { factsOf } from '../engine/begin/selection-facts.ts'
import { plainApproval } from '../scenarios/compile/fallback-scenarios.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import { type NearMiss, nearMisses } from './near-misses.ts'
import type { RulesInForce } from './scenario-history.ts'

/** Why a stored transaction has its scenario. */
export interface WhyChosen {
  /** The rules that nearly matched what the transaction asked for, and would have gone before what was chosen. */
  readonly nearMisses: readonly NearMiss[]
  /** Which rules those are: what was loaded at its creation, or, where nobody remembers that, what is loaded now. */
  readonly rulesOf: 'creation' | 'now'
  /** False: the scenario that was chosen is not there any more. */
  readonly scenarioLoaded: boolean
  /** What the plan alone does not tell of why it is so; null: nothing. */
  readonly hint: string | null
}

/** Holds the rules of its creation against what a stored transaction asked for; `loaded` are those of now. */
export function whyChosen(
  transaction: Transaction,
  loaded: CompiledScenarios,
  { scenarios: then, isOfThen }: RulesInForce,
): WhyChosen {
  const { scenario, by } = transaction.plan
  return {
    nearMisses: nearMisses(then, factsOf(transaction), { name: scenario, by }),
    rulesOf: isOfThen ? 'creation' : 'now',
    scenarioLoaded: loaded.byName.has(scenario) || scenario === byHandName || scenario === plainApproval.name,
    hint: whyMismatched(transaction, transaction.plan),
  }
}
