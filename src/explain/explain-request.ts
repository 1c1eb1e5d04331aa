import type { Business } from '../domain/business.ts'
import { deriveFraction, type Entropy } from '../domain/derived-ids.ts'
import type { Selector } from '../domain/plan.ts'
import { Rejection } from '../domain/rejection.ts'
import type { Intent } from '../domain/transaction.ts'
import { chooseScenario, selectionFacts } from '../engine/begin/choose-scenario.ts'
import { hintsOf } from '../engine/begin/create-hints.ts'
import { planFor } from '../scenarios/plan/plan.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Expected } from './expected.ts'
import { forecast, forecastRefusal } from './forecast.ts'
import { dueSteps } from './forecast-settlement.ts'
import { type NearMiss, nearMisses } from './near-misses.ts'

interface Explanation {
  readonly scenario: string
  readonly by: Selector
  /** The mix that drew it. */
  readonly mix?: string
  readonly nearMisses: readonly NearMiss[]
  /** The business rule that refuses the request now; null if none does, or if its scenario refuses it first. */
  readonly refusal: { readonly rule: string; readonly message: string } | null
  /** Hints of the answer (D5) that are not shown elsewhere in the explanation. */
  readonly hints: readonly string[]
  readonly steps: readonly Expected[]
}

interface Explaining {
  readonly scenarios: CompiledScenarios
  readonly intent: Intent
  readonly business: Business
  readonly header: string | null
  readonly seed: number
  readonly refused: Rejection | null
}

/** Chooses as a create call would and forecasts the plan; stores nothing. Returns a `Rejection` if no scenario can be chosen. */
export function explainRequest({
  scenarios,
  intent,
  business,
  header,
  seed,
  refused,
}: Explaining): Explanation | Rejection {
  const { settings } = business
  const entropy: Entropy = { seed, key: business.key, reference: intent.reference }
  const chosen = chooseScenario(scenarios, { intent, header, business, entropy })
  if (chosen instanceof Rejection) return chosen
  const { selection, hints, ...played } = chosen
  const { scenario, by, mix } = played
  const rule = { name: selection.mix?.name ?? selection.scenario.name, by }
  const misses = nearMisses(scenarios, selectionFacts(intent), rule)
  const why = {
    scenario: scenario.name,
    by,
    ...(mix && { mix: mix.name }),
    nearMisses: misses,
    hints: [],
    refusal: null,
  }
  // D1: a scenario's own refusal takes precedence over the business rules.
  if (scenario.refusal !== null) {
    return { ...why, hints, steps: forecastRefusal(scenario.refusal, scenario.reply.delayMs) }
  }
  if (refused !== null) {
    const { rule, message } = refused
    return { ...why, refusal: { rule, message }, steps: forecastRefusal(message) }
  }
  const random = (purpose: string) => deriveFraction(entropy, purpose, 0)
  const plan = planFor({ ...played, intent, settings, random })
  const hasAddress = (intent.callbackUrl ?? settings.callbackUrl) !== null
  const steps = forecast({ plan, steps: dueSteps(plan), intent, hasAddress })
  return { ...why, hints: [...hints, ...hintsOf(intent, plan)], steps }
}
