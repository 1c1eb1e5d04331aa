import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { answerList, answerObject } from '../../contract/named.ts'
import { toMajor } from '../../domain/money.ts'
import type { CurrencyCode } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { iso, major, time } from '../view-parts.ts'

/** One wallet with its newest movements. */
export const walletView = answerObject('Wallet', 'A wallet and its movements, newest first.', {
  currency: currencyCode,
  balance: major,
  ledger: z.array(
    answerObject('LedgerEntry', 'One movement.', {
      at: time,
      amount: major,
      opening: major,
      closing: major,
      why: z.string(),
      transactionId: z.string().nullable(),
    }),
  ),
})

/** All wallets. */
export const walletsView = answerList('Wallets', 'One wallet for each enabled currency.', walletView)

/** A wallet with so many of its newest movements. */
export function presentWallet(store: Store, key: string, currency: CurrencyCode, limit: number) {
  const inMajor = (minor: number) => toMajor(minor, currency)
  return {
    currency,
    balance: inMajor(store.wallet(key, currency).balanceMinor),
    ledger: store.ledger(key, currency, limit).map((entry) => ({
      at: iso(entry.at),
      amount: inMajor(entry.amountMinor),
      opening: inMajor(entry.openingMinor),
      closing: inMajor(entry.closingMinor),
      why: entry.why,
      transactionId: entry.transactionId,
    })),
  }
}
