import type { Flow } from '../parts/words.ts'
import type { Transaction } from '../state/transaction.ts'

/** What can be done to a transaction without saying more. */
type Action = Exclude<Transaction['actions'][number], 'fail'>

/** An action in words: on its button, as its explanation, and once it is done. */
export function actionWords(
  action: Action,
  flow: Flow,
): { readonly name: string; readonly does: string; readonly done: string } {
  if (action === 'decline') return { name: 'Decline', does: 'The customer types a wrong PIN', done: 'Declined' }
  if (action === 'ignore') return { name: 'Ignore', does: 'The customer does not answer the prompt', done: 'Ignored' }
  if (action === 'expire') return { name: 'Let expire', does: 'The account or the OTP expires', done: 'Expired' }
  if (flow === 'virtual-account')
    return { name: 'Pay what is due', does: 'The customer pays the whole sum', done: 'Paid' }
  return { name: 'Approve', does: 'The customer types the right PIN, or the provider agrees', done: 'Approved' }
}
