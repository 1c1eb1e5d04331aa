import type { TransactionView } from '../control/transactions/transaction-views.ts'
import { checkOptions } from './options.ts'
import type { TestClient } from './test-client.ts'

/** A customer's phone that a test holds in its hand; the number in any local or international form. */
export interface Phone {
  /** Types a PIN into the newest open prompt, or into the one of a transaction. */
  enterPin(pin: string, options?: { readonly transactionId?: string }): Promise<TransactionView>
  /** The newest OTP that a transaction still waits for; waits for one, in wall time (4s). */
  otp(options?: { readonly wait?: string }): Promise<string>
}

/** A phone over the control API. */
export function createPhone(number: string, client: TestClient): Phone {
  return {
    async enterPin(pin, options = {}) {
      checkOptions('enterPin()', options, ['transactionId'])
      return client.call('POST /_sandbox/phones/{number}/pin', { ...options, number, pin })
    },
    async otp(options = {}) {
      checkOptions('otp()', options, ['wait'])
      const { otp } = await client.call('GET /_sandbox/phones/{number}/otp', { number, wait: options.wait ?? '4s' })
      return otp
    },
  }
}
