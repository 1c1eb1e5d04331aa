import type { AnswerOf } from '../../control/routes.ts'
import { type Flow, flowWords } from '../parts/words.ts'
import { type PlannedSign, plannedSign } from '../timeline/planned-moment.ts'

/** A scenario of the catalogue. */
export type Scenario = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]

/** One thing in the life of a transaction, and when it is; null for what is left out between others. */
export type LifeStep = (PlannedSign & { readonly when: string }) | null

/** More have no room beside each other. */
const mostSteps = 7

/** The life that a scenario gives a transaction, as the sandbox forecasts it; of many attempts the first and the last. */
export function lifeOf({ forecast }: Pick<Scenario, 'forecast'>): readonly LifeStep[] {
  const steps = comingByItself(forecast).map(({ after, event }) => ({ ...plannedSign(event), when: shortWhen(after) }))
  if (steps.length <= mostSteps) return steps
  return [...steps.slice(0, mostSteps - 2), null, ...steps.slice(-1)]
}

/** Without what follows a final status, where that never comes by itself: no webhook is promised then. */
function comingByItself(forecast: Scenario['forecast']): Scenario['forecast'] {
  if (!forecast.some(({ after }) => after === 'never')) return forecast
  return forecast.filter(({ after }) => !after.endsWith(' after the final status'))
}

/** When an event is, in as few words as a sign has room for. */
function shortWhen(after: string): string {
  if (after === 'never' || after.startsWith('0s')) return ''
  return after.replace(/ of wall time$/, '').replace(/ after (?:a|the|status) .*/, ' later')
}

/** Scenarios that are for the same flows. */
export interface ScenarioGroup {
  readonly title: string
  readonly scenarios: readonly Scenario[]
}

/** The scenarios by what they are for, in the order of the catalogue. */
export function groupScenarios(scenarios: readonly Scenario[]): readonly ScenarioGroup[] {
  const groups = new Map<string, Scenario[]>()
  for (const scenario of scenarios) {
    const title = titleOf(scenario)
    groups.set(title, [...(groups.get(title) ?? []), scenario])
  }
  return [...groups].map(([title, own]) => ({ title, scenarios: own }))
}

/** The flows that a scenario is meant for: those of its match that it can happen to, else all that it can. */
function titleOf({ flows, match }: Pick<Scenario, 'flows' | 'match'>): string {
  const wanted: readonly unknown[] = [match?.flow ?? flows].flat()
  const meant: readonly Flow[] = flows.filter((flow) => wanted.includes(flow))
  if (meant.length === Object.keys(flowWords).length) return 'Every flow'
  const titles = meant.map((flow) => flowWords[flow].title).join(', ')
  return titles.replace('Bank payout, Mobile money payout', 'Payouts')
}

/** The scenarios whose name, number, summary or result has the text in it, in letters of either case. */
export function searchScenarios(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const wanted = text.trim().toLowerCase()
  return scenarios.filter(({ name, summary, magicNumber, definition }) =>
    [name, summary, magicNumber, JSON.stringify(definition.outcome)].join('\n').toLowerCase().includes(wanted),
  )
}

/** A number that chooses a scenario, ready to be sent; null where no number does. */
export function sampleNumber({ magicNumber }: Pick<Scenario, 'magicNumber'>): string | null {
  return magicNumber === null ? null : magicNumber.replace('*', '024').replaceAll(/[?x]/g, '0')
}
