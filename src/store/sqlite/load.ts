import type { CurrencyCode } from '../../domain/transaction.ts'
import type { Wallet } from '../../domain/wallet.ts'
import type { Needs, State } from '../store.ts'
import type { StoredBusiness } from './businesses.ts'
import type { Tables } from './tables.ts'

/** Loads what a decision asked to see; a business nobody has written to holds nothing. */
export function loadNeeds<N extends Needs>(
  tables: Tables,
  business: StoredBusiness,
  needs: N,
): Omit<State<N>, 'business' | 'now'> {
  const id = business.rowId
  const { transactions, deliveries, wallets } = tables
  const loaded: Record<string, unknown> = {}
  if (needs.transaction !== undefined) loaded.transaction = id && transactions.find(id, needs.transaction)
  if (needs.referenceTaken !== undefined) {
    loaded.referenceTaken = id !== null && transactions.isReferenceTaken(id, needs.referenceTaken)
  }
  const wallet = (currency: CurrencyCode): Wallet => ({
    currency,
    balanceMinor: wallets.balance(id, currency, business.settings),
  })
  if (needs.wallet !== undefined) loaded.wallet = wallet(needs.wallet)
  if (needs.walletOf !== undefined) {
    const currency = id && transactions.currencyOf(id, needs.walletOf)
    loaded.walletOf = currency && wallet(currency)
  }
  if (needs.freeAccountNumber !== undefined) {
    const isFree = (number: string) => id === null || !transactions.isAccountTaken(id, number)
    loaded.freeAccountNumber = needs.freeAccountNumber.find(isFree) ?? null
  }
  if (needs.delivery !== undefined) loaded.delivery = id && deliveries.find(id, needs.delivery)
  // Each key of `needs` was answered above with the type that `Needs` pairs it with.
  return loaded as Omit<State<N>, 'business' | 'now'>
}
