import type { TransactionView } from '../control/transactions/transaction-in-full.ts'
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

export function createPhone(number: string, client: TestClient): Phone {
  return {
    async enterPin(pin, options = {}) {
      checkOptions('enterPin()', options, ['transactionId'])
      return afterSettling(client, client.call('POST /_sandbox/phones/{number}/pin', { ...options, number, pin }))
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

/** A virtual account that a test pays into. */
export interface Account {
  /**
   * Pays in `amount`, in major units (default: the amount due). `senderName` is the name of the payer (default: a made-up name,
   * the same in every run). Resolves with the transaction when every webhook that is due now was answered, as `advance` does.
   */
  pay(amount?: number, options?: { readonly senderName?: string }): Promise<TransactionView>
}

export function createAccount(accountNumber: string, client: TestClient): Account {
  return {
    async pay(amount, options = {}) {
      checkOptions('pay()', options, ['senderName'])
      const transfer = { ...options, accountNumber, amount }
      return afterSettling(client, client.call('POST /_sandbox/virtual-accounts/{accountNumber}/transfers', transfer))
    },
  }
}

/**
 * Waits until everything of the business that is due now was delivered, such as the webhook that an act caused, and reads the
 * transaction of the act again.
 */
export async function afterSettling(client: TestClient, acted: Promise<TransactionView>): Promise<TransactionView> {
  const { id } = await acted
  await client.call('POST /_sandbox/clock/advance', { by: '0s' })
  return client.call('GET /_sandbox/transactions/{id}', { id })
}
