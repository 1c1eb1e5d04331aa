import { printable } from '../terminal/printable.ts'
import type { Screen, Style } from '../terminal/screen.ts'
import { type Cell, tableOf } from '../terminal/table.ts'
import { factText, styleOfEvent } from './event-lines.ts'

/** What `explain` shows of the control API's answer. */
export interface Story {
  readonly id: string
  readonly status: string
  readonly flow: string
  readonly reference_business: string
  readonly scenario: { readonly name: string; readonly by: string }
  readonly scenarioLoaded: boolean
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
export function tellStory(story: Story, screen: Screen): string {
  const { id, status, flow, reference_business, scenario, scenarioLoaded } = story
  const gone = scenarioLoaded ? '' : ' (it is not among the loaded scenarios any more)'
  const lines = [
    `${id}  ${flow}  ${printable(reference_business)}  ${screen.paint(styleOfStatus(status), status)}`,
    `  scenario ${printable(scenario.name)}: ${ways[scenario.by] ?? printable(scenario.by)}${gone}`,
    ...(story.hint === null ? [] : [printable(`  because  ${story.hint}`)]),
    ...nearLines(story),
  ]
  return `${lines.join('\n')}\n${stepsTable(story, screen)}${timelineTable(story, screen)}`
}

/** Good ends green, bad ones red, what may come right yet yellow. */
export function styleOfStatus(status: string): Style {
  return status === 'COMPLETED' ? 'green' : status === 'FAILED' ? 'red' : 'yellow'
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

function nearLines({ nearMisses }: Story): readonly string[] {
  return nearMisses.map(({ scenario, failed }) => {
    const keys = failed.map(({ key, wanted, got }) => `${key} wanted ${shown(wanted)}, got ${shown(got)}`)
    return printable(`  nearly   ${scenario}: ${keys.join('; ')}`)
  })
}

function shown(value: unknown): string {
  return Array.isArray(value)
    ? value.map(shown).join(' or ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

/** Whoever asks for one story wants all of it: nothing is cut. */
const whole = { keep: true } as const

/** An empty first cell: the tables stand a little to the right. */
const indent: Cell = ''

function title(text: string): Cell {
  return { text, style: 'bold' }
}

function stepsTable({ steps }: Story, screen: Screen): string {
  const rows = steps.map(({ event, planned, actual, state, why }): readonly Cell[] => {
    const happened: Cell = actual ?? { text: state === 'pending' ? 'not yet' : 'cancelled', style: 'yellow' }
    return [indent, { text: planned ?? '-', style: 'dim' }, happened, why === null ? event : `${event} (${why})`]
  })
  const titles = [indent, title('planned'), title('happened'), '']
  return tableOf([{}, whole, whole, whole], [titles, ...rows], screen)
}

function timelineTable({ timeline }: Story, screen: Screen): string {
  const began = Date.parse(timeline[0]?.at ?? '')
  const rows = timeline.map(({ at, event, ...facts }): readonly Cell[] => {
    const after = `+${((Date.parse(at) - began) / 1000).toFixed(3)}s`
    const what = { text: event, style: styleOfEvent(event, facts) }
    return [indent, { text: at, style: 'dim' }, after, what, factText(facts)]
  })
  const columns = [{}, whole, { ...whole, align: 'right' }, whole, whole] as const
  return `  ${screen.paint('bold', 'timeline')}\n${tableOf(columns, rows, screen)}`
}
