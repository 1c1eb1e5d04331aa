import { definitionOf } from '../../catalogue/flows.ts'
import { isResultName, rowOfResult } from '../../catalogue/results.ts'
import { type CurrencyCode, type Flow, flows, flowsWith } from '../../domain/transaction.ts'
import type { Path } from '../../yaml/refuse-unreadable.ts'
import type { ReadScenario } from './file.ts'

export interface Tie {
  readonly path: Path
  readonly what: string
  readonly flows: readonly Flow[]
}

/** The flows that a result can happen to. Results of the user's files can happen to all. */
export function flowsOfResult(name: string): readonly Flow[] {
  const [, , , more] = isResultName(name) ? rowOfResult(name) : []
  return more?.needs === undefined ? flows : flowsWith(more.needs)
}

export function tiesOf({ outcome, respond, ...read }: ReadScenario): readonly Tie[] {
  const ofAccounts = (['transfers', 'expires', 'partialPayments', 'lateTransfers'] as const).filter(
    (key) => read[key] !== undefined,
  )
  return [
    ...ofAccounts.map((key) => tie(key, key, flowsWith('account'))),
    ...(read.otp === undefined ? [] : [tie('otp', 'otp', flowsWith('prompt'))]),
    ...(respond?.status === undefined ? [] : [tie('respond.status', 'respond.status', flowsWith('prompt'))]), // spec 3, note 1
    ...(outcome === 'expired' || outcome === 'by-transfers'
      ? [tie('outcome', `outcome ${outcome}`, flowsWith('account'))]
      : []),
    ...(typeof outcome === 'object' ? [tie('outcome.failed', outcome.failed, flowsOfResult(outcome.failed))] : []),
  ].filter((tie) => tie.flows.length < flows.length)
}

function tie(key: string, what: string, flows: readonly Flow[]): Tie {
  return { path: key.split('.'), what, flows }
}

export function fittingFlows(read: ReadScenario): readonly Flow[] {
  const own = tiesOf(read)
  return flows.filter((flow) => own.every((tie) => tie.flows.includes(flow)))
}

export function flowTitle(flow: Flow): string {
  return definitionOf(flow).title
}

/** Describes the create calls that a scenario can happen to; null: all. */
export function fittingCalls(scenario: { readonly flows: readonly Flow[]; readonly currency: CurrencyCode | null }) {
  const { currency } = scenario
  if (scenario.flows.length === flows.length && currency === null) return null
  const titles = scenario.flows.map(flowTitle).join(' or ')
  return currency === null ? titles : `${titles} in ${currency}`
}
