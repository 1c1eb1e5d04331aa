import { definitionOf, flowHas } from '../../src/catalogue/flows.ts'
import { openingMinor } from '../../src/domain/settings.ts'
import type { CurrencyCode, Transaction } from '../../src/domain/transaction.ts'
import type { LedgerEntry } from '../../src/domain/wallet.ts'
import { grouped } from './grouped.ts'
import type { View } from './view.ts'

export function auditWallets(view: View): void {
  for (const currency of ['GHS', 'NGN'] as const) {
    const entries = auditLedger(view, currency)
    const byTransaction = grouped(entries, ({ transactionId }) => transactionId)
    for (const transaction of view.transactions) {
      if (transaction.currency === currency) auditSums(view, transaction, byTransaction.get(transaction.id) ?? [])
    }
  }
}

/** Every entry begins where the one before it ended, from the opening balance to the wallet's. */
function auditLedger({ world, key }: View, currency: CurrencyCode): readonly LedgerEntry[] {
  const { store } = world.life
  const entries = store.ledger(key, currency, 10_000).toReversed()
  let balance = openingMinor(world.settingsOf(key), currency)
  for (const { openingMinor: opening, closingMinor: closing, amountMinor, why } of entries) {
    if (opening !== balance) world.fail(`a ledger entry (${why}) begins at ${opening}, and the balance was ${balance}`)
    balance += amountMinor
    if (closing !== balance || balance < 0) world.fail(`a ledger entry (${why}) ends at ${closing}, not ${balance}`)
  }
  const held = store.wallet(key, currency).balanceMinor
  if (held !== balance) world.fail(`the wallet holds ${held} ${currency}, and the ledger says ${balance}`)
  return entries
}

function auditSums({ world, key }: View, transaction: Transaction, entries: readonly LedgerEntry[]): void {
  const { id, flow, status, askedMinor, receivedMinor } = transaction
  const { direction, feePercent } = definitionOf(flow)
  const settledMinor = flowHas(flow, 'account') && receivedMinor > 0 ? receivedMinor : askedMinor
  const feeMinor = Math.floor((settledMinor * feePercent * 100 + 5000) / 10_000)
  const bornMinor = world.settingsOf(key).bearFee === 'business' ? feeMinor : 0
  const takenMinor = askedMinor + feeMinor
  const back = status === 'FAILED' ? [takenMinor] : []
  const credit = status === 'COMPLETED' ? [settledMinor - bornMinor] : []
  const wanted = direction === 'out' ? [-takenMinor, ...back] : credit
  const moved = entries.map(({ amountMinor }) => amountMinor)
  if (moved.join() !== wanted.join())
    world.fail(`${id} (${status}) moved [${moved}], and should have moved [${wanted}]`)
}
