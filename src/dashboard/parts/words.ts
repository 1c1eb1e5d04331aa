import type { AnswerOf } from '../../control/routes.ts'

type Summary = AnswerOf<'GET /_sandbox/transactions'>['data'][number]
export type Flow = Summary['flow']
export type Status = Summary['status']
export type Selector = Summary['scenario']['by']
/** Shown as a colour; `neutral` has the colour of time. */
export type Tone = 'good' | 'bad' | 'neutral'

/** `in`: the merchant receives money; `out`: the merchant's wallet pays. */
export const flowWords: Readonly<Record<Flow, { readonly title: string; readonly direction: 'in' | 'out' }>> = {
  'mobile-money': { title: 'Mobile money', direction: 'in' },
  'virtual-account': { title: 'Virtual account', direction: 'in' },
  'bank-payout': { title: 'Bank payout', direction: 'out' },
  'mobile-money-payout': { title: 'Mobile money payout', direction: 'out' },
}

export const selectorWords: Readonly<Record<Selector, string>> = {
  header: 'named in the header',
  queue: 'next in the queue',
  metadata: 'named in metadata',
  reference: 'named in the reference',
  match: 'a rule matched',
  business: 'default of the business',
  file: 'default',
}

export const statusWords: Readonly<Record<Status, string>> = {
  INITIATED: 'Initiated',
  PENDING: 'Pending',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
}

export function isStatus(name: string): name is Status {
  return Object.hasOwn(statusWords, name)
}
