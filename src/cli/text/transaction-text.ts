import type { TransactionView } from '../../control/transactions/transaction-in-full.ts'
import { type Screen, type Style, uncut } from '../terminal/screen.ts'
import { type Cell, tableOf } from '../terminal/table.ts'
import { happenedLines } from './live-lines.ts'
import { signatureText } from './webhook-text.ts'

export function transactionText(transaction: TransactionView, screen: Screen): string {
  const { id, status, flow, reference_business, scenario, scenarioLoaded } = transaction
  const gone = scenarioLoaded ? '' : ' (it is not among the loaded scenarios any more)'
  const drawnBy = scenario.mix === undefined ? '' : `, drawn by the mix ${scenario.mix}`
  const lines = [
    `${id}  ${flow}  ${reference_business}  ${screen.paint(styleOfStatus(status), status)}`,
    `  scenario ${scenario.name}${drawnBy}: ${ways[scenario.by]}${gone}`,
    ...(transaction.hint === null ? [] : [`  because  ${transaction.hint}`]),
    ...nearLines(transaction),
  ]
  return `${lines.join('\n')}\n${stepsTable(transaction, screen)}${refusalText(transaction, screen)}`
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

export function actedText(transaction: TransactionView, screen: Screen): string {
  const { reference_business: reference, status, flow, amount, currency, id, steps } = transaction
  const isAct = ({ kind, state }: Step) => state === 'happened' && (kind === 'action' || kind === 'transfer_received')
  const shown = screen.paint(styleOfStatus(status), status)
  const head = `${reference}  ${shown}  ${flow}  ${amount} ${currency}  ${id}\n`
  const since = steps.slice(Math.max(0, steps.findLastIndex(isAct)))
  return (
    head +
    happenedLines(
      since.flatMap((step) => watched(step, transaction) ?? []),
      screen,
    )
  )
}

type Step = TransactionView['steps'][number]

/** A step as a watcher sees it; null if it is still to come, but for a webhook that waits. */
function watched(step: Step, { reference_business: reference, currency, deliveries, steps }: TransactionView) {
  const { kind, text, deliveryId, attempt: number, at, planned } = step
  const delivery = deliveries.find(({ id }) => id === deliveryId)
  const about = { event: kind, text, deliveryId, reference, currency, url: delivery?.url }
  if (at !== undefined) {
    const help = delivery?.attempts.find((attempt) => attempt.number === number)?.signatureHelp
    return { ...about, ...(help && { signatureHelp: help }), ...step, ...('came' in step && step.came), at }
  }
  if (kind !== 'webhook_attempted' || number !== 1 || planned === null) return null
  const before = steps.findLast((one) => one.at !== undefined)?.at ?? planned
  return { ...about, kind: 'webhook_queued', at: before, dueAt: planned } as const
}
