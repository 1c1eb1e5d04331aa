import type { SandboxMs } from '../../domain/clock.ts'
import type { CurrencyCode } from '../../domain/transaction.ts'
import type { Wallet } from '../../domain/wallet.ts'
import type { Needs, State } from '../needs.ts'
import { beforeAllJobs } from '../store.ts'
import type { Tables } from './open-tables.ts'
import type { StoredBusiness } from './remembered.ts'

export interface Loading {
  readonly business: StoredBusiness
  readonly now: SandboxMs
  readonly rowIds: Map<string, number>
}

export function loadState<N extends Needs>(tables: Tables, { business, now, rowIds }: Loading, needs: N): State<N> {
  const id = business.rowId
  const { transactions, deliveries, wallets, jobs } = tables
  const loaded: Record<string, unknown> = { business, now }
  const transaction =
    id !== null && needs.transaction !== undefined ? transactions.find(id, needs.transaction, rowIds) : null
  if (needs.transaction !== undefined) loaded.transaction = transaction
  if (needs.referenceTaken !== undefined) {
    loaded.referenceTaken = id !== null && transactions.isReferenceTaken(id, needs.referenceTaken)
  }
  const wallet = (currency: CurrencyCode): Wallet => ({
    currency,
    balanceMinor: wallets.balance(id, currency, business.settings),
  })
  if (needs.wallet !== undefined) loaded.wallet = wallet(needs.wallet)
  if (needs.walletOf !== undefined) {
    const known = transaction?.id === needs.walletOf ? transaction?.currency : undefined
    const currency = known ?? (id === null ? null : transactions.currencyOf(id, needs.walletOf))
    loaded.walletOf = currency && wallet(currency)
  }
  if (needs.freeAccountNumber !== undefined) {
    const isFree = (number: string) => id === null || !transactions.isAccountTaken(id, number)
    loaded.freeAccountNumber = needs.freeAccountNumber.find(isFree) ?? null
  }
  if (needs.delivery !== undefined) loaded.delivery = id && deliveries.find(id, needs.delivery)
  if (needs.deliveriesOf !== undefined) {
    const filter = { transactionId: needs.deliveriesOf, limit: Number.MAX_SAFE_INTEGER }
    loaded.deliveriesOf = id === null ? [] : deliveries.list(id, filter)
  }
  if (needs.isJobDue !== undefined) loaded.isJobDue = needs.isJobDue === null || jobs.isDue(id, needs.isJobDue)
  if (needs.isWorkDueBy !== undefined) {
    loaded.isWorkDueBy = id !== null && jobs.due(id, beforeAllJobs, needs.isWorkDueBy, 1).length > 0
  }
  if (needs.heldOf !== undefined) loaded.heldOf = id === null ? [] : deliveries.heldOf(id, needs.heldOf)
  if (needs.heldIn !== undefined) loaded.heldIn = id === null ? [] : deliveries.heldIn(id, needs.heldIn)
  // Each key of `needs` was answered above with the type that `Needs` pairs it with.
  return loaded as State<N>
}
