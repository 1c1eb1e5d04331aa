import { checkOptions, givenOnly } from './options.ts'
import type { TestClient } from './test-client.ts'
import type { TransactionView } from './views.ts'

/** A customer's phone that a test holds in its hand; the number in any local or international form. */
export interface Phone {
  /** Types a PIN into the newest open prompt, or into the one of a transaction. */
  enterPin(pin: string, options?: { readonly transactionId?: string }): Promise<TransactionView>
  /** The newest OTP that a transaction still waits for; waits for one, in wall time (10s). */
  otp(options?: { readonly wait?: string }): Promise<string>
}

/** A phone over the control API. */
export function createPhone(number: string, client: TestClient): Phone {
  const path = `/_sandbox/phones/${encodeURIComponent(number)}`
  return {
    async enterPin(pin, options = {}) {
      checkOptions('enterPin()', options, ['transactionId'])
      return (await client.post(`${path}/pin`, { ...options, pin })) as TransactionView
    },
    async otp(options = {}) {
      checkOptions('otp()', options, ['wait'])
      const query = new URLSearchParams({ wait: '10s', ...givenOnly(options) })
      return ((await client.get(`${path}/otp?${query}`)) as { readonly otp: string }).otp
    },
  }
}
