import { onTestFinished } from 'vitest'
import { type Received, type Receiver, startReceiver } from '../../src/testing/receiver.ts'
import { until } from './until.ts'

/** The merchant's own server, another process than the sandbox. */
export interface Merchant extends Receiver {
  arrived(count: number): Promise<readonly Received[]>
}

/** Opens a merchant's server that is closed after the test. */
export async function openMerchant(): Promise<Merchant> {
  const receiver = await startReceiver(() => [])
  onTestFinished(() => receiver.close())
  const { webhooks } = receiver
  return {
    ...receiver,
    arrived: (count) =>
      until(
        () => `${count} webhooks, ${webhooks.length} arrived`,
        () => webhooks.length >= count && webhooks,
      ),
  }
}
