import { checkOptions } from './options.ts'
import type { TestClient } from './test-client.ts'
import type { TransactionView } from './views.ts'

/** A virtual account that a test pays into. */
export interface Account {
  /** Pays `amount` major units in; what is due where not given. */
  pay(amount?: number, options?: { readonly senderName?: string }): Promise<TransactionView>
}

/** A virtual account over the control API. */
export function createAccount(accountNumber: string, client: TestClient): Account {
  return {
    async pay(amount, options = {}) {
      checkOptions('pay()', options, ['senderName'])
      const path = `/_sandbox/virtual-accounts/${encodeURIComponent(accountNumber)}/transfers`
      return (await client.post(path, { ...options, amount })) as TransactionView
    },
  }
}
