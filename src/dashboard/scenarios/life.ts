import { flows as allFlows, definitionOf, type Flow } from '../../catalogue/flows.ts'
import type { AnswerOf } from '../../control/routes.ts'
import { matching } from '../parts/search.ts'
import type { Drawing } from '../timeline/sign.ts'
import { drawingOf } from '../timeline/step-drawing.ts'
import { isPlainAnswer } from '../timeline/timeline-signs.ts'

export type Scenario = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]
type Steps = Scenario['steps']
type Step = Steps[number]

/** A step in the life of a transaction; null for a gap. */
export type LifeStep = (Drawing & { readonly when: string }) | null

/** More steps do not fit beside each other. */
const mostSteps = 7

/** The steps that the sandbox forecasts for a scenario; the middle of a long life is left out. */
export function lifeOf({ steps: forecast }: Pick<Scenario, 'steps'>): readonly LifeStep[] {
  const told = forecast.filter((step, index) => !isImplied(step) && !isPlainAnswer(step, forecast[index - 1]))
  const steps = branchesLast(comingWithoutHelp(told)).flatMap((step) => {
    const drawing = drawingOf(step)
    if (drawing === null) return []
    return [{ ...drawing, ...(step.branch && { title: 'or Failed' }), when: shortWhen(step) }]
  })
  if (steps.length <= mostSteps) return steps
  return [...steps.slice(0, mostSteps - 2), null, ...steps.slice(-1)]
}

/** True for what the next step shows as well. */
function isImplied({ kind }: Step): boolean {
  return kind === 'prompt_answered' || kind === 'expired'
}

/** Leaves out what follows a final status that needs an action: no webhook is promised then. */
function comingWithoutHelp(forecast: Steps): Steps {
  if (!forecast.some(({ when }) => 'never' in when)) return forecast
  return forecast.filter(({ when }) => !('since' in when && when.since === 'final'))
}

/** The ends without the right OTP come after the one with it. */
function branchesLast(forecast: Steps): Steps {
  const main = forecast.findLastIndex((step) => step.kind === 'settled' && step.branch === undefined)
  if (main < 0) return forecast
  const others = forecast.filter(({ branch }) => branch !== undefined)
  const line = (steps: Steps) => steps.filter(({ branch }) => branch === undefined)
  return [...line(forecast.slice(0, main + 1)), ...others, ...line(forecast.slice(main + 1))]
}

function shortWhen({ when, branch }: Step): string {
  if (!('since' in when)) return ''
  const { since, count, from, to } = when
  if (since === 'wrong_otp') return `at wrong OTP ${count}`
  const span = from === to ? from : `${from}..${to}`
  if (branch === 'no_otp') return `no OTP in ${span}`
  if (span === '0s') return ''
  return since === 'creation' || since === 'call' ? span : `${span} later`
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
  if (meant.length === allFlows.length) return 'Every flow'
  const payouts = allFlows.filter((flow) => definitionOf(flow).direction === 'out')
  const isEveryPayout = payouts.every((flow) => meant.includes(flow))
  const titles = meant.flatMap((flow) => (isEveryPayout && payouts.includes(flow) ? [] : definitionOf(flow).page.title))
  return [...titles, ...(isEveryPayout ? ['Payouts'] : [])].join(', ')
}

/** Searches name, number, summary and result; a whole account number finds the scenario that it chooses. */
export function searchScenarios(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const matches = matching(text)
  return scenarios.filter(
    ({ name, summary, magicNumber, definition }) =>
      matches(name, summary, magicNumber, JSON.stringify(definition.outcome)) || isChosenBy(magicNumber, text.trim()),
  )
}

function isChosenBy(magicNumber: string | null, number: string): boolean {
  if (magicNumber === null || !/^\+?\d{7,}$/.test(number)) return false
  const end = magicNumber.replace('*', '')
  const digits = number.slice(-end.length)
  return [...end].every((digit, index) => /[?x]/.test(digit) || digit === digits[index])
}

/** Returns a number that chooses the scenario, or null if no number does. */
export function sampleNumber({ magicNumber }: Pick<Scenario, 'magicNumber'>): string | null {
  return magicNumber === null ? null : magicNumber.replace('*', '024').replaceAll(/[?x]/g, '0')
}
