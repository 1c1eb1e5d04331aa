import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import type { Happened } from '../client/server-events.ts'
import { type Screen, type Style, uncut } from '../terminal/screen.ts'
import { type Cell, tableOf } from '../terminal/table.ts'
import { happenedLines, styleOf } from './live-lines.ts'
import { signatureText } from './webhook-text.ts'

export function transactionText(transaction: TransactionView, screen: Screen): string {
  const { id, status, flow, reference_business, scenario, scenarioLoaded } = transaction
  const gone = scenarioLoaded ? '' : ' (it is not among the loaded scenarios any more)'
  const lines = [
    `${id}  ${flow}  ${reference_business}  ${screen.paint(styleOfStatus(status), status)}`,
    `  scenario ${scenario.name}: ${ways[scenario.by]}${gone}`,
    ...(transaction.hint === null ? [] : [`  because  ${transaction.hint}`]),
    ...nearLines(transaction),
  ]
  return `${lines.join('\n')}\n${stepsTable(transaction, screen)}${timelineTable(transaction, screen)}${refusalText(transaction, screen)}`
}

function refusalText({ deliveries }: TransactionView, screen: Screen): string {
  const last = deliveries.flatMap(({ attempts }) => attempts).at(-1)
  if (last?.signatureHelp === undefined) return ''
  const title = `the webhook was answered ${last.response?.status}`
  return `  ${screen.paint('bold', title)}\n${signatureText(last.signatureHelp, screen)}`
}

export function styleOfStatus(status: string): Style {
  return status === 'COMPLETED' ? 'green' : status === 'FAILED' ? 'red' : 'yellow'
}

const ways: Readonly<Record<TransactionView['scenario']['by'], string>> = {
  header: 'the header x-sandbox-scenario named it',
  queue: 'it was queued for the next request',
  metadata: 'metadata.sandbox.scenario named it',
  reference: 'the reference began with scn:',
  match: 'its match rule was the first that matched',
  business: 'it is the default of this business',
  file: 'it is the default of the scenario files',
}

function nearLines({ nearMisses = [] }: TransactionView): readonly string[] {
  return nearMisses.map(({ scenario, failed }) => {
    const keys = failed.map(({ key, wanted, got }) => `${key} wanted ${shown(wanted)}, got ${shown(got)}`)
    return `  nearly   ${scenario}: ${keys.join('; ')}`
  })
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(' or ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** An empty first cell: the tables stand a little to the right. */
const indent: Cell = ''

function title(text: string): Cell {
  return { text, style: 'bold' }
}

function stepsTable({ steps }: TransactionView, screen: Screen): string {
  const rows = steps.map(({ text, planned, actual, state, why }): readonly Cell[] => {
    const notYet = { text: state === 'pending' ? 'not yet' : 'cancelled', style: 'yellow' } as const
    const happened: Cell = actual === null ? notYet : actual === planned ? 'as planned' : actual
    return [indent, { text: planned ?? '-', style: 'dim' }, happened, why === null ? text : `${text} (${why})`]
  })
  const titles = [indent, title('planned'), title('happened'), '']
  return tableOf([{}, {}, {}, {}], [titles, ...rows], uncut(screen))
}

function timelineTable({ timeline }: TransactionView, screen: Screen): string {
  const began = Date.parse(timeline[0]?.at ?? '')
  const rows = timeline.map((entry): readonly Cell[] => {
    const { at, kind, event: _, text: _text, copy: _copy, attempt: _attempt, ...facts } = entry
    const after = `+${((Date.parse(at) - began) / 1000).toFixed(3)}s`
    const what = { text: kind, style: styleOf(entry) }
    return [indent, { text: at, style: 'dim' }, after, what, factText(facts)]
  })
  const columns = [{}, {}, { align: 'right' }, {}, {}] as const
  return `  ${screen.paint('bold', 'timeline')}\n${tableOf(columns, rows, uncut(screen))}`
}

/** Facts as `name=value`, one after the other, those of `until` too; a cause as `cause=step 0`. */
function factText({ until, ...facts }: Readonly<Record<string, unknown>>): string {
  const shown = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value)
  return Object.entries({ ...facts, ...Object(until) })
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
}

export function actedText(transaction: TransactionView, screen: Screen): string {
  const { reference_business: reference, status, flow, amount, currency, id, timeline } = transaction
  const began = timeline.findLastIndex(({ kind }) => kind === 'action' || kind === 'transfer_received')
  const shown = screen.paint(styleOfStatus(status), status)
  const head = `${reference}  ${shown}  ${flow}  ${amount} ${currency}  ${id}\n`
  const happened = timeline.slice(Math.max(0, began)).map((entry) => watched(entry, transaction))
  return head + happenedLines(happened, screen)
}

function watched(entry: Happened, { reference_business: reference, currency, deliveries }: TransactionView): Happened {
  const delivery = deliveries.find(({ id }) => id === entry.deliveryId)
  const attempt = delivery?.attempts.find(({ number }) => number === entry.number)
  const help = attempt?.signatureHelp
  return { reference, currency, url: delivery?.url, ...(help && { signatureHelp: help }), ...entry }
}
