import type { Delivery } from '../../domain/delivery.ts'
import { toMajor } from '../../domain/money.ts'
import { isFinal, isPayout, type Transaction } from '../../domain/transaction.ts'
import { type AuditParts, madeIn } from './parts.ts'
import type { Subject } from './plan.ts'

/** More webhooks than an audit has. */
const most = 10_000

/** The newest webhook of a COMPLETED transaction of a subject that the shop accepted. */
export function genuineWebhook({ scheduled, key }: AuditParts, subject: Subject): Delivery | null {
  const accepted = scheduled.store.deliveries(key, {
    status: 'delivered',
    transactionStatus: 'COMPLETED',
    limit: most,
  })
  const isOfThese = ({ transactionId }: Delivery) => {
    const transaction = scheduled.store.transaction(key, transactionId)
    return transaction !== null && isPayout(transaction.flow) === (subject === 'payout')
  }
  return accepted.toReversed().find(isOfThese) ?? null
}

/** The body of a genuine webhook, about another transaction. */
export function recordAbout({ body }: Delivery, { id, reference, amountMinor, currency }: Transaction) {
  return { ...JSON.parse(body), id, reference_business: reference, amount: String(toMajor(amountMinor, currency)) }
}

/** Where the webhook of a transaction goes; null for nowhere. */
export function webhookUrl({ scheduled, key }: AuditParts, { callbackUrl }: Transaction): string | null {
  return callbackUrl ?? scheduled.store.business(key).settings.callbackUrl
}

/** Sends the webhooks that a row kept from the shop, so that nothing of it stays open. Returns false if it cannot, or there are none. */
export async function sendWithheld(parts: AuditParts, subject: Subject): Promise<boolean> {
  const withheld = madeIn(parts, subject).filter(({ status, plan }) => isFinal(status) && plan.webhook.faults?.drop)
  const genuine = genuineWebhook(parts, subject)
  if (genuine === null) return false
  for (const transaction of withheld) {
    const url = webhookUrl(parts, transaction)
    if (url === null) return false
    const body = JSON.stringify({ ...recordAbout(genuine, transaction), status: transaction.status })
    await parts.shop.receive(url, { body, headers: parts.sign(body) })
  }
  return withheld.length > 0
}
