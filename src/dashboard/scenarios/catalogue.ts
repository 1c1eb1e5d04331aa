import { definitionOf, flows } from '../../catalogue/flows.ts'
import type { AnswerOf } from '../../control/routes.ts'
import { matching } from '../parts/search.ts'

export type Scenario = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]

export interface ScenarioGroup {
  readonly title: string
  /** Scenarios that differ in a code alone share a row. */
  readonly rows: readonly (readonly Scenario[])[]
}

/** What most people try first. */
export const everyDay: readonly string[] = [
  'approve',
  'wrong-pin',
  'timeout',
  'insufficient-balance',
  'otp',
  'va-split',
  'va-underpaid',
  'va-expiry',
  'insufficient-wallet-balance',
  'lost-reply',
  'duplicate',
  'flaky-merchant',
]

/** In the order of the page. */
const groups: readonly (readonly [key: 'own' | 'everyDay' | Scenario['purpose'], title: string])[] = [
  ['own', 'Yours'],
  ['everyDay', 'Every day'],
  ['failure', 'The payment fails'],
  ['payment', 'The payment takes long, or waits'],
  ['otp', 'One-time passwords'],
  ['transfers', 'Transfers into an account'],
  ['webhook', 'The webhook is late, repeated or missing'],
  ['retries', 'Your server fails'],
  ['trust', 'The webhook cannot be trusted'],
  ['reply', 'The reply is lost, late or unusual'],
  ['refusal', 'The call is refused'],
  ['mix', 'A mix of others'],
]

/** Groups scenarios by what they are for. */
export function groupScenarios(scenarios: readonly Scenario[]): readonly ScenarioGroup[] {
  const sorted = scenarios.toSorted((one, other) => everyDay.indexOf(one.name) - everyDay.indexOf(other.name))
  return groups.flatMap(([key, title]) => {
    const rows = new Map<string, Scenario[]>()
    for (const scenario of sorted) {
      if (groupOf(scenario) !== key) continue
      const all = sameButCode(scenario)
      rows.set(all, [...(rows.get(all) ?? []), scenario])
    }
    return rows.size === 0 ? [] : [{ title, rows: [...rows.values()] }]
  })
}

function groupOf({ own, name, purpose }: Scenario) {
  if (own) return 'own'
  return everyDay.includes(name) ? 'everyDay' : purpose
}

/** A text that is the same for scenarios that differ in their result or refusal alone. */
function sameButCode({ own, name, purpose, match, definition }: Scenario): string {
  if (own || (purpose !== 'failure' && purpose !== 'refusal')) return name
  const { outcome, refusal, ...same } = definition
  return JSON.stringify({ ...match, accountNumber: null, ...same })
}

/** The flows that a scenario is meant for; empty if it is for every flow. */
export function flowsText({ flows: possible, match }: Pick<Scenario, 'flows' | 'match'>): string {
  const meant = flows.filter((flow) => possible.includes(flow) && (match?.flow?.includes(flow) ?? true))
  return meant.length === flows.length ? '' : meant.map((flow) => definitionOf(flow).page.title).join(', ')
}

const trials = flows.flatMap((flow) => Object.entries(definitionOf(flow).page.trials))

/** Searches all that is said about a scenario; a whole account number finds the scenario that it chooses. */
export function searchScenarios(scenarios: readonly Scenario[], text: string): readonly Scenario[] {
  const matches = matching(text)
  const titles = new Map<string, string>(groups)
  return scenarios.filter((scenario) => {
    const { name, summary, magicNumber, result, definition, purpose } = scenario
    const said = trials.flatMap(([trial, label]) => (trial === name ? label : []))
    const about = [name, summary, magicNumber, definition.refusal, titles.get(groupOf(scenario)), titles.get(purpose)]
    const isMeant = matches(...about, ...Object.values(result ?? {}), ...said, flowsText(scenario))
    return isMeant || isChosenBy(magicNumber, text.trim())
  })
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
