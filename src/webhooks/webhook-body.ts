import type { Settings } from '../domain/settings.ts'
import type { Transaction } from '../domain/transaction.ts'
import { spoilBody } from './faults.ts'

type Present = (transaction: Transaction, settings: Settings) => Readonly<Record<string, unknown>>

/** Composes webhook bodies: the compact JSON of the record in webhook form (D35), or what the scenario's fault makes of it. */
export function createWebhookBody(presentFinal: Present): (transaction: Transaction, settings: Settings) => string {
  return (transaction, settings) => {
    const fault = transaction.plan.webhook.faults?.body ?? 'exact'
    return spoilBody[fault](JSON.stringify(presentFinal(transaction, settings)))
  }
}
