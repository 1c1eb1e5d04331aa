import type { AnswerOf } from '../../control/routes.ts'
import { type Diagnostic, formatDiagnostic, type ScenarioFilesError } from '../../scenarios/files/diagnostic.ts'
import { type Flow, flows, intendedFlows } from '../../scenarios/scenario.ts'
import { cutText } from '../terminal/fit-text.ts'
import { jsonText, printableLines } from '../terminal/printable.ts'
import { type Screen, uncut } from '../terminal/screen.ts'
import { tableOf } from '../terminal/table.ts'

type Scenario = AnswerOf<'GET /_sandbox/scenarios'>['data'][number]

export function scenarioText({ name, source, summary, flows, match }: Scenario, screen: Screen): string {
  const place = screen.paint('dim', `(${source.file}:${source.line})`)
  const label = (text: string) => ({ text, style: 'dim' }) as const
  const rows = [
    ['', label('flows'), flows.join(', ')],
    ['', label('match'), match === null ? 'none: choose it by name' : JSON.stringify(match)],
  ]
  const about = summary === null ? '' : `  ${summary}\n`
  return `${screen.paint('bold', name)}  ${place}\n${about}${tableOf([{}, {}, {}], rows, uncut(screen))}`
}

export function scenarioList(scenarios: readonly Scenario[], screen: Screen): string {
  const meant = scenarios.map((scenario) => flowsText(intendedFlows(scenario)))
  const rows = scenarios.map((scenario) => [scenario.name, chosenBy(scenario), scenario.summary ?? ''])
  // One table, so that the columns of all groups stand under each other.
  const lines = tableOf([{ cut: 'last' }, { cut: 'last' }, {}], rows, screen).split('\n')
  const groups = [...new Set(meant)].map((title) => {
    const own = lines.filter((_line, index) => meant[index] === title)
    const heading = cutText(title, screen.columns ?? title.length)
    return [screen.paint('bold', heading), ...own].map((line) => `${line}\n`).join('')
  })
  return groups.join('\n')
}

function flowsText(meant: readonly Flow[]): string {
  return meant.length === flows.length ? 'every flow' : meant.join(', ')
}

function chosenBy({ match, magicNumber }: Scenario): string {
  return magicNumber ?? match?.reference?.[0] ?? (match === null ? '' : 'its match')
}

export function planText({ sample, forecast, mix }: Scenario, screen: Screen): string {
  if (mix !== null) {
    const shares = mix.map(({ scenario, share }) => [
      '',
      { text: `${(100 * share).toFixed(1)} %`, style: 'cyan' } as const,
      scenario,
    ])
    return `  ${sample}, drawn from\n${tableOf([{}, { align: 'right' }, {}], shares, uncut(screen))}`
  }
  const rows = forecast.map(({ after, event }) => ['', '', { text: after, style: 'cyan' } as const, event])
  return `  ${sample}\n${tableOf([{}, {}, {}, {}], rows, uncut(screen))}`
}

/** Problems of scenario files as the control API answers them, and in which file each is. */
export function problemsJson(problems: ScenarioFilesError['diagnostics']): string {
  const shown = problems.map(({ file, message, path, line, column }) => ({ file, message, path, line, column }))
  return jsonText({ problems: shown }, 2)
}

export function problemsText(problems: ScenarioFilesError['diagnostics'], { paint }: Screen): string {
  const text = (problem: Diagnostic) => formatDiagnostic(asPrintable(problem), (place) => paint('red', place))
  return `${problems.map(text).join('\n\n')}\n`
}

export function notesText(notes: readonly Diagnostic[]): string {
  const text = (note: Diagnostic) => formatDiagnostic(asPrintable(note), (place) => `${place}  note:`)
  return notes.map((note) => `${text(note)}\n\n`).join('')
}

function asPrintable(problem: Diagnostic): Diagnostic {
  return { ...problem, frame: printableLines(problem.frame) }
}
