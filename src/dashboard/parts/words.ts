import type { AnswerOf } from '../../control/routes.ts'

type Summary = AnswerOf<'GET /_sandbox/transactions'>['data'][number]
/** The flow of a transaction. */
export type Flow = Summary['flow']
/** The status of a transaction. */
export type Status = Summary['status']
/** What chose a scenario. */
export type Selector = Summary['scenario']['by']

/** The flows in words, and which way their money goes: `in` to the merchant, `out` from the wallet. */
export const flowWords: Readonly<Record<Flow, { readonly title: string; readonly direction: 'in' | 'out' }>> = {
  'mobile-money': { title: 'Mobile money', direction: 'in' },
  'virtual-account': { title: 'Virtual account', direction: 'in' },
  'bank-payout': { title: 'Bank payout', direction: 'out' },
  'mobile-money-payout': { title: 'Mobile money payout', direction: 'out' },
}

/** How a scenario was chosen, in words. */
export const selectorWords: Readonly<Record<Selector, string>> = {
  header: 'named in the header',
  queue: 'next in the queue',
  metadata: 'named in metadata',
  reference: 'named in the reference',
  match: 'a rule matched',
  business: 'default of the business',
  file: 'default',
}

/** The states in words. */
export const statusWords: Readonly<Record<Status, string>> = {
  INITIATED: 'Initiated',
  PENDING: 'Pending',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
}

/** Whether a name is that of a status. */
export function isStatus(name: string): name is Status {
  return Object.hasOwn(statusWords, name)
}
