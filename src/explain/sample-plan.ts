import { toDecimalString } from '../domain/money.ts'
import { settingsSchema } from '../domain/settings.ts'
import { type Planned, sortedOpenSteps } from '../scenarios/plan/open-steps.ts'
import { planFor } from '../scenarios/plan/plan.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { forecast, forecastRefusal } from './forecast.ts'
import type { PlannedEvent } from './planned-event.ts'
import { type Sample, sampleIntent } from './sample-intent.ts'

export interface SamplePlan {
  readonly what: string
  readonly events: readonly PlannedEvent[]
}

/** Plans a sample transaction under the usual settings, without drawing times. */
export function samplePlan(scenario: Scenario, asked: Sample = {}): SamplePlan {
  const intent = sampleIntent(scenario, asked)
  return { what: sampleText(scenario, intent), events: sampleEvents(scenario, intent) }
}

function sampleEvents(scenario: Scenario, intent: Planned): readonly PlannedEvent[] {
  if (scenario.refusal !== null) return forecastRefusal(scenario.refusal, scenario.reply.delayMs)
  const opening = { scenario, intent, settings: settingsSchema.parse({}) }
  const plan = planFor({ ...opening, by: 'header', random: () => 0 })
  return forecast({ plan, steps: sortedOpenSteps(opening), intent, hasAddress: true })
}

/** Describes the sample and the texts that the scenario's match needs. */
function sampleText({ match }: Scenario, { flow, askedMinor, currency }: Planned): string {
  const asked = (['accountNumber', 'reference', 'network', 'reason'] as const).flatMap((key) => {
    const globs = match?.[key]
    return globs === undefined ? [] : [`, ${key} ${globs.join(' or ')}`]
  })
  return `a ${flow} of ${toDecimalString(askedMinor, currency)} ${currency}${asked.join('')}`
}
