import type { Flow } from '../../src/domain/transaction.ts'
import { bankPayout, mobileMoneyPayout } from './payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from './requests.ts'

export interface ScenarioRequest {
  readonly path: string
  readonly reference: string
  /** The valid body; with another reference where one is given. */
  readonly body: (reference?: string) => Body
  readonly currency: string
}

interface Create {
  readonly path: string
  readonly body: (accountNumber: string, reference: string) => Body
  /** What stands before the seven characters of a magic number. */
  readonly before: string
  readonly currency: string
}

const creates: Readonly<Record<Flow, Create>> = {
  'mobile-money': {
    path: '/collections/mobilemoney',
    body: (accountNumber, reference) => mobileMoney({ accountNumber, reference }),
    before: '024',
    currency: 'GHS',
  },
  'virtual-account': {
    path: '/collections/virtual-account',
    body: (accountNumber, reference) => virtualAccount({ accountNumber, reference }),
    before: '0803',
    currency: 'NGN',
  },
  'bank-payout': {
    path: '/disbursements/bank',
    body: (accountNumber, reference) => bankPayout({ accountNumber }, { reference }),
    before: '123456',
    currency: 'GHS',
  },
  'mobile-money-payout': {
    path: '/disbursements/mobilemoney',
    body: (accountNumber, reference) => mobileMoneyPayout({ accountNumber }, { reference }),
    before: '024',
    currency: 'GHS',
  },
}

/** A create call with this ending of its account number, or with this reference. */
export function scenarioRequest(flow: Flow, chosenBy: string): ScenarioRequest {
  const { path, body, before, currency } = creates[flow]
  const isNumber = chosenBy.startsWith('0009')
  const accountNumber = `${before}${isNumber ? chosenBy : '1234567'}`
  const reference = isNumber ? 'order-1' : chosenBy
  return { path, reference, currency, body: (other = reference) => body(accountNumber, other) }
}
