import type { TransactionView } from '../control/transactions/transaction-views.ts'
import { checkOptions } from './options.ts'
import type { TestClient } from './test-client.ts'

/** A virtual account that a test pays into. */
export interface Account {
  /**
   * Pays `amount` in, in major units; without it, what is due. `senderName` says who pays; without it, a made-up name that
   * is the same in every run. Resolves with the transaction as it is then.
   */
  pay(amount?: number, options?: { readonly senderName?: string }): Promise<TransactionView>
}

/** A virtual account over the control API. */
export function createAccount(accountNumber: string, client: TestClient): Account {
  return {
    async pay(amount, options = {}) {
      checkOptions('pay()', options, ['senderName'])
      return client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', {
        ...options,
        accountNumber,
        amount,
      })
    },
  }
}
