import type { JsonObject } from '../domain/json.ts'
import type { Settings } from '../domain/settings.ts'
import type { Flow, Transaction } from '../domain/transaction.ts'
import { presentFinal as presentBankPayout } from './bank-payout/present.ts'
import { presentFinal as presentMobileMoney } from './mobile-money/present.ts'
import { presentFinal as presentMobileMoneyPayout } from './mobile-money-payout/present.ts'
import { vary } from './vary.ts'
import { presentFinal as presentVirtualAccount } from './virtual-account/present.ts'

type Present = (transaction: Transaction, settings: Settings) => JsonObject

const byFlow: Readonly<Record<Flow, Present>> = {
  'mobile-money': presentMobileMoney,
  'virtual-account': presentVirtualAccount,
  'bank-payout': presentBankPayout,
  'mobile-money-payout': presentMobileMoneyPayout,
}

/** A transaction in the form of webhooks and status queries, by its flow (D38). */
export function presentFinal(transaction: Transaction, settings: Settings): JsonObject {
  return vary(byFlow[transaction.flow](transaction, settings), transaction, settings, 'final')
}
