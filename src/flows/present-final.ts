import type { JsonObject } from '../domain/json.ts'
import type { Settings } from '../domain/settings.ts'
import type { Flow, Transaction } from '../domain/transaction.ts'
import { presentFinal as presentMobileMoney } from './mobile-money/present.ts'
import { presentFinal as presentVirtualAccount } from './virtual-account/present.ts'

type Present = (transaction: Transaction, settings: Settings) => JsonObject

const byFlow: Partial<Record<Flow, Present>> = {
  'mobile-money': presentMobileMoney,
  'virtual-account': presentVirtualAccount,
}

/** A transaction in the form of webhooks and status queries, by its flow (D38). */
export function presentFinal(transaction: Transaction, settings: Settings): JsonObject {
  const present = byFlow[transaction.flow]
  if (!present) throw new Error(`No form of ${transaction.flow} is known`)
  return present(transaction, settings)
}
