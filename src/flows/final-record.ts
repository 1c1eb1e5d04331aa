import { z } from 'zod'
import { answerRecord, namedAnswer, type Shown } from '../contract/named.ts'
import type { Settings } from '../domain/settings.ts'
import { finalStatuses, type Transaction } from '../domain/transaction.ts'
import { createFlows } from './create-flows.ts'
import { asNow } from './record.ts'
import { vary } from './vary.ts'

export const transaction = namedAnswer(
  'Transaction',
  z
    .union([...new Set(Object.values(createFlows).map(({ final }) => final.schema))])
    .describe('A transaction in the form of webhooks and status queries.'),
)

export type TransactionRecord = Shown<typeof transaction>

export const finalTransaction = namedAnswer(
  'FinalTransaction',
  z
    .intersection(transaction, answerRecord('FinalStatus', 'It is final.', { status: z.enum(finalStatuses) }))
    .describe('The record of a transaction that reached its final status.'),
)

export type TransactionWebhook = Shown<typeof finalTransaction>

/** A transaction in the form of webhooks and status queries, by its flow (D38). */
export function presentFinal(transaction: Transaction, settings: Settings): TransactionRecord {
  const { final } = createFlows[transaction.flow]
  return vary(final.present(asNow(transaction, settings)), transaction, settings, 'final')
}
