import type { TransactionView } from '../control/transactions/transaction-views.ts'
import type { TestClient } from './test-client.ts'

/**
 * Waits until everything of the business that is due now was delivered, such as the webhook that an act caused, and reads the
 * transaction of the act again.
 */
export async function settled(client: TestClient, acted: Promise<TransactionView>): Promise<TransactionView> {
  const { id } = await acted
  await client.call('POST /_sandbox/clock/advance', { by: '0s' })
  return client.call('GET /_sandbox/transactions/{id}', { id })
}
