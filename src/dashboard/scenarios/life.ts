import type { AnswerOf } from '../../control/routes.ts'
import { matching } from '../parts/search.ts'
import { type Flow, flowWords } from '../parts/words.ts'
import { isEndWithoutOtp, plannedDrawing } from '../timeline/planned-sign.ts'
import type { Drawing } from '../timeline/sign.ts'

export type Scenario = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]

/** A step in the life of a transaction; null for a gap. */
export type LifeStep = (Drawing & { readonly when: string }) | null

/** More steps do not fit beside each other. */
const mostSteps = 7

/** The steps that the sandbox forecasts for a scenario; the middle of a long life is left out. */
export function lifeOf({ forecast }: Pick<Scenario, 'forecast'>): readonly LifeStep[] {
  const steps = createdFirst(endsLast(comingByItself(forecast))).map(({ after, event }) => {
    const drawing = plannedDrawing(event)
    if (!isEndWithoutOtp(event, after)) return { ...drawing, when: shortWhen(after) }
    return { ...drawing, title: 'or Failed', when: after.startsWith('at ') ? after : `no OTP in ${after}` }
  })
  if (steps.length <= mostSteps) return steps
  return [...steps.slice(0, mostSteps - 2), null, ...steps.slice(-1)]
}

/** The transaction is created before its customer is asked, both at once. */
function createdFirst(forecast: Scenario['forecast']): Scenario['forecast'] {
  const isAnswer = ({ after, event }: Scenario['forecast'][number]) =>
    after.startsWith('0s') && event.startsWith('the create call')
  return forecast.toSorted((one, other) => Number(isAnswer(other)) - Number(isAnswer(one)))
}

/** Leaves out the events after a final status that needs an action: no webhook is promised then. */
function comingByItself(forecast: Scenario['forecast']): Scenario['forecast'] {
  if (!forecast.some(({ after }) => after === 'never')) return forecast
  return forecast.filter(({ after }) => !after.endsWith(' after the final status'))
}

/** The ends without the right OTP come after the one with it. */
function endsLast(forecast: Scenario['forecast']): Scenario['forecast'] {
  const others = forecast.filter(({ after, event }) => isEndWithoutOtp(event, after))
  const main = forecast.findLastIndex(({ event }) => event.startsWith('COMPLETED'))
  if (main < 0) return forecast
  const isOther = (one: Scenario['forecast'][number]) => others.includes(one)
  return [...forecast.slice(0, main + 1).filter((one) => !isOther(one)), ...others, ...forecast.slice(main + 1)]
}

function shortWhen(after: string): string {
  if (after === 'never' || after.startsWith('0s')) return ''
  return after.replace(/ of wall time$/, '').replace(/ after (?:a|the|status) .*/, ' later')
}

export interface ScenarioGroup {
  readonly title: string
  readonly scenarios: readonly Scenario[]
}

export function groupScenarios(scenarios: readonly Scenario[]): readonly ScenarioGroup[] {
  const groups = new Map<string, Scenario[]>()
  for (const scenario of scenarios) {
    const title = titleOf(scenario)
    groups.set(title, [...(groups.get(title) ?? []), scenario])
  }
  return [...groups].map(([title, own]) => ({ title, scenarios: own }))
}

/** The flows of a scenario's match, or else all flows that it works with. */
function titleOf({ flows, match }: Pick<Scenario, 'flows' | 'match'>): string {
  const wanted: readonly unknown[] = [match?.flow ?? flows].flat()
  const meant: readonly Flow[] = flows.filter((flow) => wanted.includes(flow))
  if (meant.length === Object.keys(flowWords).length) return 'Every flow'
  const titles = meant.map((flow) => flowWords[flow].title).join(', ')
  return titles.replace('Bank payout, Mobile money payout', 'Payouts')
}

/** Searches name, number, summary and result. */
export function searchScenarios(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const matches = matching(text)
  return scenarios.filter(({ name, summary, magicNumber, definition }) =>
    matches(name, summary, magicNumber, JSON.stringify(definition.outcome)),
  )
}

/** Returns a number that chooses the scenario, or null if no number does. */
export function sampleNumber({ magicNumber }: Pick<Scenario, 'magicNumber'>): string | null {
  return magicNumber === null ? null : magicNumber.replace('*', '024').replaceAll(/[?x]/g, '0')
}
