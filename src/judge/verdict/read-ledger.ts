import { jsonIn } from '../../domain/json.ts'
import { feeMinor, toMajor } from '../../domain/money.ts'
import { normalisePhone } from '../../domain/phone.ts'
import { type Intent, isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { Collection, Customer, Ledger, Payout } from '../rules/ledger.ts'

/** The transactions of a business, the oldest first, and what is known of its create calls. */
export interface BusinessMoney {
  readonly business: string
  readonly transactions: readonly Transaction[]
  /** Payouts that were refused. */
  readonly refused: readonly Payout[]
  /** The ids of transactions whose caller was gone before the reply. */
  readonly unanswered: readonly string[]
}

export function ledgerOf(store: Store, all: readonly BusinessMoney[]): Ledger {
  const collections: Collection[] = []
  const payouts: Payout[] = []
  for (const { business, transactions, refused, unanswered } of all) {
    for (const [position, transaction] of transactions.entries()) {
      const { id, status, askedMinor, amountMinor, feePercent, flow, plan } = transaction
      const moved = { ...movedIn(store, business, transaction), id, status, amountMinor, position }
      if (isPayout(flow)) payouts.push({ ...moved, feeMinor: feeMinor(amountMinor, feePercent) })
      else {
        const isReplyLost = plan.reply.fault !== undefined || unanswered.includes(id)
        collections.push({ ...moved, askedMinor, isNumberLost: flow === 'virtual-account' && isReplyLost })
      }
    }
    const stored = new Set(transactions.map(({ reference }) => reference))
    payouts.push(...refused.filter(({ reference }) => !stored.has(reference)))
  }
  return { collections, payouts }
}

export function customerOf({ customer, currency }: Pick<Intent, 'customer' | 'currency'>): Customer {
  const { accountName: name, accountNumber } = customer
  const phone = normalisePhone(accountNumber, currency)
  if (phone === null) return { name, number: accountNumber, isPhone: false }
  return { name, number: phone.international, local: phone.local, isPhone: true }
}

function movedIn(store: Store, business: string, transaction: Transaction) {
  const { id, reference, currency, status, amountMinor, plan } = transaction
  const deliveries = store.deliveries(business, { transactionId: id, limit: 100 })
  const isTrue = (body: unknown) => {
    const said = typeof body === 'object' && body !== null ? { status, amount: '', ...body } : null
    return said?.status === status && Number(said.amount) === toMajor(amountMinor, currency)
  }
  return {
    business,
    reference,
    currency,
    customer: customerOf(transaction),
    awaits: awaitedOf(
      store,
      business,
      transaction,
      deliveries.map((delivery) => delivery.status),
    ),
    hasOtherAmount: plan.webhook.faults?.body === 'other-amount',
    isMisled: deliveries.some(
      ({ webhook, body, attempts }) => webhook.byHand && attempts.length > 0 && !isTrue(jsonIn(body)),
    ),
  }
}

function awaitedOf(
  store: Store,
  business: string,
  { id }: Transaction,
  deliveries: readonly string[],
): Payout['awaits'] {
  const jobs = store.jobsOf(business, id)
  const isWebhookAwaited = deliveries.some((status) => status === 'pending' || status === 'held')
  if (isWebhookAwaited || jobs.some(({ kind }) => kind !== 'act')) return 'webhook'
  return jobs.length > 0 ? 'step' : null
}
