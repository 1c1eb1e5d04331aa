import type { Business } from '../domain/business.ts'
import { deriveFraction, type Origin } from '../domain/derive.ts'
import { Rejection } from '../domain/rejection.ts'
import type { Intent } from '../domain/transaction.ts'
import { type NearMiss, nearMisses } from '../scenarios/near-misses.ts'
import { planFor } from '../scenarios/plan.ts'
import { planDefaultsOf } from '../scenarios/plan-defaults.ts'
import { type CompiledScenarios, select } from '../scenarios/select.ts'
import { type Told, tellPlan, tellRefusal } from '../scenarios/tell-plan.ts'
import { played } from './played.ts'
import { choiceOf, factsOf } from './selection.ts'

/** What would happen to a create request, and why. */
export interface Explanation {
  readonly scenario: string
  readonly by: string
  readonly nearMisses: readonly NearMiss[]
  readonly timeline: readonly Told[]
}

/** What an explanation looks at. */
export interface Explaining {
  readonly scenarios: CompiledScenarios
  readonly intent: Intent
  readonly business: Business
  readonly header: string | null
  readonly seed: number
  readonly now: number
}

/** Chooses as a create call would and tells the plan; stores nothing. A `Rejection` where no scenario can be chosen. */
export function explain({ scenarios, intent, business, header, seed, now }: Explaining): Explanation | Rejection {
  const facts = factsOf(intent)
  const chosen = select(scenarios, facts, choiceOf(intent, header, business))
  if (chosen instanceof Rejection) return chosen
  const { refusal, reply } = chosen.scenario
  const origin: Origin = { seed, key: business.key, reference: intent.reference }
  const story = refusal === null ? played(chosen, intent, business.settings, origin) : chosen.scenario
  const told = { scenario: story.name, by: chosen.by, nearMisses: nearMisses(scenarios, facts, chosen.scenario) }
  if (refusal !== null) return { ...told, timeline: tellRefusal(refusal, reply.delayMs) }
  const plan = planFor({
    scenario: story,
    by: chosen.by,
    intent,
    now,
    defaults: planDefaultsOf(business.settings),
    random: (purpose) => deriveFraction(origin, purpose, 0),
  })
  return { ...told, timeline: tellPlan(plan, intent.currency) }
}
