import type { TransactionView } from '../control/transactions/transaction-views.ts'
import { settled } from './act.ts'
import { checkDuration, checkOptions } from './options.ts'
import type { TestClient } from './test-client.ts'

/** The phone of a customer, for a test to use. */
export interface Phone {
  /**
   * Types a PIN, as text, into the newest open prompt, or into the prompt of the transaction `transactionId`. `'0000'` is right
   * (setting `pin`); any other PIN fails the payment. Resolves with the transaction when every webhook that is due now was
   * answered, as `advance` does.
   */
  enterPin(pin: string, options?: { readonly transactionId?: string }): Promise<TransactionView>
  /**
   * The newest one-time password that a transaction still waits for, six digits as text. If there is none, it waits at most
   * `wait` of real time (default `'4s'`), on a frozen clock less, as `webhook` does.
   */
  otp(options?: { readonly wait?: string }): Promise<string>
}

/** A phone over the control API. */
export function createPhone(number: string, client: TestClient): Phone {
  return {
    async enterPin(pin, options = {}) {
      checkOptions('enterPin()', options, ['transactionId'])
      return settled(client, client.call('POST /_sandbox/phones/{number}/pin', { ...options, number, pin }))
    },
    async otp(options = {}) {
      checkOptions('otp()', options, ['wait'])
      const { wait = '4s' } = options
      checkDuration('otp(): wait', wait)
      const { otp } = await client.call('GET /_sandbox/phones/{number}/otp', { number, wait })
      return otp
    },
  }
}
