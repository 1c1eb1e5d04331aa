import type { QueueEntry } from '../../domain/business.ts'
import type { DrawnMix, Selector } from '../../domain/plan.ts'
import { Rejection } from '../../domain/rejection.ts'
import { plainApproval } from '../compile/interpret.ts'
import { fittingCalls, flowTitle } from '../language/flow-fit.ts'
import { matchSchema } from '../language/match.ts'
import { type Flow, flows, intendedFlows, type Scenario, type ScenarioSet } from '../scenario.ts'
import { compileMatch, type SelectionFacts } from './match.ts'
import { drawMember, fits, membersFor } from './mix.ts'
import { meantScenario } from './suggest-scenario.ts'

export type { SelectionFacts }

export interface CompiledScenarios extends ScenarioSet {
  readonly byName: ReadonlyMap<string, Scenario>
  /** Returns the first scenario whose match fits, or null. */
  readonly findRule: (facts: SelectionFacts) => Scenario | null
}

/** The scenario names of a request, its business and its queue; null or undefined for none. */
export interface ScenarioChoice {
  readonly header: string | null
  readonly queue: readonly QueueEntry[]
  /** `metadata.sandbox.scenario` as it was sent. */
  readonly metadataScenario: unknown
  readonly businessDefault: string | null
}

export interface Selection {
  readonly scenario: Scenario
  readonly by: Selector
  /** The mix that drew the scenario. */
  readonly mix?: DrawnMix
  readonly queueEntry?: number
}

export function passedOver(
  { byName }: CompiledScenarios,
  facts: SelectionFacts,
  queue: readonly QueueEntry[],
  { by, queueEntry }: Selection,
): readonly string[] {
  if (by === 'header') return []
  const chosen = queue.findIndex(({ id }) => id === queueEntry)
  const hints = queue.slice(0, chosen < 0 ? queue.length : chosen).flatMap((entry) => {
    const scenario = byName.get(entry.use)
    if (scenario === undefined || !isFor(entry, facts)) return []
    return [`scenario ${entry.use} stays queued: it waits for ${fittingCalls(scenario)}`]
  })
  // A scenario that is queued twice waits once.
  return [...new Set(hints)]
}

export function compileScenarios(set: ScenarioSet): CompiledScenarios {
  const byName = new Map(set.scenarios.map((scenario) => [scenario.name, scenario]))
  return {
    ...set,
    byName,
    findRule: ruleFinder(set.scenarios, byName),
  }
}

/** Tries the match rules for the flow of a request, in the order of the set. */
function ruleFinder(
  scenarios: readonly Scenario[],
  byName: CompiledScenarios['byName'],
): CompiledScenarios['findRule'] {
  const rules = scenarios.flatMap((scenario) => {
    return scenario.match === null ? [] : [{ scenario, holds: compileMatch(scenario.match) }]
  })
  const rulesOf = (flow: Flow) => rules.filter(({ scenario }) => intendedFlows(scenario).includes(flow))
  const byFlow = new Map(flows.map((flow) => [flow, rulesOf(flow)]))
  return (facts) => {
    const found = byFlow.get(facts.flow)?.find(({ holds, scenario }) => holds(facts) && fits(scenario, facts, byName))
    return found?.scenario ?? null
  }
}

/**
 * Chooses the scenario of a request, first hit wins: header, queue, metadata, reference, match rules, the business's
 * default, the files' default. A name that was asked for and cannot be played is a `Rejection`, never a silent default.
 * From a mix, `fraction` draws one of the members that can happen to the request; it is from 0 to below 1.
 */
export function select(
  compiled: CompiledScenarios,
  facts: SelectionFacts,
  choice: ScenarioChoice,
  fraction: () => number,
): Selection | Rejection {
  const selection = selectNamed(compiled, facts, choice)
  if (selection instanceof Rejection || selection.scenario.mix === null) return selection
  const { name } = selection.scenario
  const { scenario, weight, of } = drawMember(membersFor(selection.scenario, facts, compiled.byName), fraction())
  return { ...selection, scenario, mix: { name, weight, of } }
}

function selectNamed(
  compiled: CompiledScenarios,
  facts: SelectionFacts,
  choice: ScenarioChoice,
): Selection | Rejection {
  const asked = askedFor(compiled, facts, choice)
  if (asked) return selectAsked(compiled, facts, asked)
  const rule = compiled.findRule(facts)
  if (rule) return { scenario: rule, by: 'match' }
  const { businessDefault } = choice
  if (businessDefault !== null && !compiled.byName.has(businessDefault)) {
    const gone = { name: businessDefault, by: 'business', scenarios: compiled.scenarios } as const
    return new Rejection('unknown_scenario', unknownText(gone))
  }
  const business = fitting(compiled, businessDefault, facts)
  if (business) return { scenario: business, by: 'business' }
  const file = fitting(compiled, compiled.defaultScenario, facts) ?? fitting(compiled, 'approve', facts)
  return { scenario: file ?? plainApproval, by: 'file' }
}

function isFor({ match }: QueueEntry, facts: SelectionFacts): boolean {
  return match === null || compileMatch(matchSchema.parse(match))(facts)
}

interface Asked {
  readonly by: Selector
  readonly name: unknown
  readonly queueEntry?: number
}

function askedFor(
  { byName }: CompiledScenarios,
  facts: SelectionFacts,
  { header, queue, metadataScenario }: ScenarioChoice,
): Asked | null {
  if (header !== null) return { by: 'header', name: header }
  // One that cannot happen to the request waits for one that it fits; an unknown name is refused.
  const canHappen = (name: string) => {
    const scenario = byName.get(name)
    return scenario === undefined || fits(scenario, facts, byName)
  }
  const entry = queue.find((queued) => isFor(queued, facts) && canHappen(queued.use))
  if (entry) return { by: 'queue', name: entry.use, queueEntry: entry.id }
  if (metadataScenario !== undefined && metadataScenario !== null) return { by: 'metadata', name: metadataScenario }
  const [, name] = /^scn:([^:]*)/.exec(facts.reference) ?? []
  return name === undefined ? null : { by: 'reference', name }
}

function selectAsked(
  { byName, scenarios }: CompiledScenarios,
  facts: SelectionFacts,
  asked: Asked,
): Selection | Rejection {
  const { by, name, queueEntry } = asked
  if (typeof name !== 'string') {
    return new Rejection(
      'unknown_scenario',
      'Unknown scenario: metadata.sandbox.scenario must be the name of a scenario',
    )
  }
  const scenario = byName.get(name)
  if (!scenario) return new Rejection('unknown_scenario', unknownText({ name, by, scenarios }))
  if (fits(scenario, facts, byName)) return queueEntry === undefined ? { scenario, by } : { scenario, by, queueEntry }
  const where = scenario.flows.includes(facts.flow) ? ` in ${facts.currency}` : ''
  return new Rejection('unknown_scenario', `Scenario ${name} cannot happen to ${flowTitle(facts.flow)}${where}`)
}

interface Unknown {
  readonly name: string
  readonly by: Selector
  readonly scenarios: readonly Scenario[]
}

function unknownText({ name, by, scenarios }: Unknown): string {
  const known = /^[\w.-]{1,64}$/.test(name) ? name : JSON.stringify(name.slice(0, 64))
  // A business's default scenario can be gone from its file.
  const named = by === 'business' ? `${known} (the default of this business)` : known
  if (name === '') return `Unknown scenario ${named}: ${ways[by] ?? 'name one'}, or leave it out`
  return `Unknown scenario ${named}: ${meantScenario(name, scenarios) ?? 'GET /_sandbox/scenarios lists all'}`
}

const ways: Partial<Readonly<Record<Selector, string>>> = {
  header: 'write for example x-sandbox-scenario: wrong-pin',
  metadata: 'write for example "scenario": "wrong-pin" in metadata.sandbox',
  reference: 'write for example scn:wrong-pin:order-1',
}

function fitting({ byName }: CompiledScenarios, name: string | null, facts: SelectionFacts): Scenario | null {
  const scenario = name === null ? undefined : byName.get(name)
  return scenario && fits(scenario, facts, byName) ? scenario : null
}
