/** What `explain` shows of the control API's answer. */
export interface Story {
  readonly id: string
  readonly status: string
  readonly flow: string
  readonly reference_business: string
  readonly scenario: { readonly name: string; readonly by: string }
  readonly scenarioLoaded: boolean
  readonly rulesOf: 'creation' | 'now'
  readonly hint: string | null
  readonly nearMisses: readonly {
    readonly scenario: string
    readonly failed: readonly { readonly key: string; readonly wanted: unknown; readonly got: unknown }[]
  }[]
  readonly steps: readonly {
    readonly event: string
    readonly planned: string | null
    readonly actual: string | null
    readonly state: 'happened' | 'pending' | 'cancelled'
    readonly why: string | null
  }[]
  readonly timeline: readonly { readonly at: string; readonly event: string }[]
}

/** A transaction's story as text: who chose it, what nearly did, what was planned, and what happened. */
export function tellStory(story: Story): string {
  const { id, status, flow, reference_business, scenario, scenarioLoaded } = story
  const gone = scenarioLoaded ? '' : ' (it is not among the loaded scenarios any more)'
  const lines = [
    `${id}  ${flow}  ${reference_business}  ${status}`,
    `  scenario ${scenario.name}: ${ways[scenario.by] ?? scenario.by}${gone}`,
    ...(story.hint === null ? [] : [`  because  ${story.hint}`]),
    ...nearLines(story),
    '  planned                   happened',
    ...story.steps.map(stepLine),
    '  timeline',
    ...timelineLines(story),
  ]
  return `${lines.join('\n')}\n`
}

/** How each way of choosing a scenario is told. */
const ways: Readonly<Record<string, string>> = {
  header: 'the header x-sandbox-scenario named it',
  queue: 'it was queued for the next request',
  metadata: 'metadata.sandbox.scenario named it',
  reference: 'the reference began with scn:',
  match: 'its match rule was the first to hold',
  business: 'it is the default of this business',
  file: 'it is the default of the scenario files',
}

function nearLines({ nearMisses, rulesOf }: Story): readonly string[] {
  return nearMisses.map(({ scenario, failed }) => {
    const keys = failed.map(({ key, wanted, got }) => `${key} wanted ${shown(wanted)}, got ${shown(got)}`)
    return `  nearly   ${scenario}: ${keys.join('; ')}${rulesOf === 'now' ? ' (by the rules loaded now)' : ''}`
  })
}

function shown(value: unknown): string {
  return Array.isArray(value)
    ? value.map(shown).join(' or ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

function stepLine({ event, planned, actual, state, why }: Story['steps'][number]): string {
  const happened = actual ?? (state === 'pending' ? 'not yet' : 'cancelled')
  return `  ${(planned ?? '-').padEnd(24)}  ${happened.padEnd(24)}  ${event}${why === null ? '' : ` (${why})`}`
}

function timelineLines({ timeline }: Story): readonly string[] {
  const began = Date.parse(timeline[0]?.at ?? '')
  return timeline.map(({ at, event, ...facts }) => {
    const after = `+${((Date.parse(at) - began) / 1000).toFixed(3)}s`
    const more = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
    return `  ${at}  ${after.padStart(12)}  ${event.padEnd(18)} ${more.join(' ')}`.trimEnd()
  })
}
