import type { TransactionView } from '../control/transactions/transaction-views.ts'
import { settled } from './act.ts'
import { checkOptions } from './options.ts'
import type { TestClient } from './test-client.ts'

/** A virtual account that a test pays into. */
export interface Account {
  /**
   * Pays in `amount`, in major units (default: the amount due). `senderName` is the name of the payer (default: a made-up name,
   * the same in every run). Resolves with the transaction when every webhook that is due now was answered, as `advance` does.
   */
  pay(amount?: number, options?: { readonly senderName?: string }): Promise<TransactionView>
}

/** A virtual account over the control API. */
export function createAccount(accountNumber: string, client: TestClient): Account {
  return {
    async pay(amount, options = {}) {
      checkOptions('pay()', options, ['senderName'])
      const transfer = { ...options, accountNumber, amount }
      return settled(client, client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', transfer))
    },
  }
}
