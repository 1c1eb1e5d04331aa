import { definitionOf, type Flow, flowHas } from '../../src/catalogue/flows.ts'
import type { Body } from './requests.ts'

export interface ScenarioRequest {
  readonly path: string
  readonly reference: string
  /** The valid body; with another reference where one is given. */
  readonly body: (reference?: string) => Body
  readonly currency: string
}

/** A create call with this ending of its account number, or with this reference. */
export function scenarioRequest(flow: Flow, chosenBy: string): ScenarioRequest {
  const { path, sample, body } = definitionOf(flow)
  const isNumber = chosenBy.startsWith('0009')
  const accountNumber = isNumber ? sample.accountNumber.slice(0, -7) + chosenBy : sample.accountNumber
  const asked = { ...sample, accountNumber, amount: flowHas(flow, 'account') ? 5000.5 : 100.5 }
  const own = isNumber ? 'order-1' : chosenBy
  return {
    path,
    reference: own,
    currency: sample.currency,
    body: (reference = own) => body(asked, { reason: 'Order 1', reference }),
  }
}
