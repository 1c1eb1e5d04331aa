import type { AnswerOf } from '../../control/routes.ts'
import type { Client } from '../api/client.ts'
import { counted, formatDay, formatTime } from '../parts/format.ts'

export interface Facts {
  readonly key: string
  readonly transactions: number
  readonly final: number
  readonly webhooks: number
  readonly jobs: number
  readonly calls: number
  readonly snapshots: AnswerOf<'GET /_sandbox/snapshots'>['data']
}

/** The journal shows at most this many calls of a business. */
const mostCalls = 1000

export async function loadFacts(client: Client): Promise<Facts> {
  const [{ transactions, webhooks, jobs }, snapshots, calls] = await Promise.all([
    client.call('GET /_sandbox/status'),
    client.call('GET /_sandbox/snapshots'),
    client.call('GET /_sandbox/requests', { limit: mostCalls }),
  ])
  return {
    key: client.key,
    transactions: sumOf(transactions),
    final: transactions.COMPLETED + transactions.FAILED,
    webhooks: sumOf(webhooks),
    jobs: jobs.pending,
    calls: calls.data.length,
    snapshots: snapshots.data,
  }
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Such as `34 transactions and 40 webhooks`. */
export function contentsText({ transactions, webhooks }: Facts): string {
  return `${counted(transactions, 'transaction')} and ${counted(webhooks, 'webhook')}`
}

export function clockText(iso: string): string {
  return `${formatDay(iso)} ${formatTime(iso)}`
}
