import type { WebhookCounts } from '../control/metrics/registry.ts'
import { isDelivered, type Sent } from '../domain/delivery.ts'

/** Counts what `deliver` sends, by result. An attempt that was stopped has none. */
export function countWebhooks<Sending>(deliver: (sending: Sending) => Promise<Sent | null>) {
  const results = { delivered: 0, refused: 0, failed: 0 }
  const counts = { results, inFlight: 0 } satisfies WebhookCounts
  async function counted(sending: Sending): Promise<Sent | null> {
    counts.inFlight++
    try {
      const sent = await deliver(sending)
      if (sent !== null) results[resultOf(sent)]++
      return sent
    } finally {
      counts.inFlight--
    }
  }
  return { deliver: counted, counts }
}

function resultOf({ outcome }: Sent): keyof WebhookCounts['results'] {
  if (isDelivered(outcome)) return 'delivered'
  return outcome.response === null ? 'failed' : 'refused'
}
