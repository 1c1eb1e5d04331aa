import type { Delivery } from '../../domain/delivery.ts'
import { type FinalStatus, isFinal, type Status, type Transaction } from '../../domain/transaction.ts'
import { acceptsLateTransfer } from '../../domain/transfer.ts'
import type { Store } from '../../store/store.ts'
import type { SeenTransaction, SeenWebhook } from '../../words/errors/of-waits.ts'
import { refusal } from '../../words/errors.ts'
import { nextWork } from '../clock/job-view.ts'
import { waitWhileMoving } from '../clock/wait-while-moving.ts'

export interface WantedTransaction {
  readonly key: string
  /** An id, or a merchant's reference. */
  readonly name: string
  /** Undefined: until it is final. */
  readonly status?: Status | undefined
  /** Until its webhook, of that status if one is given, was answered 2xx. */
  readonly webhook: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Returns the transaction once it is as wanted. A 408 says what was seen instead, at once if it can no longer come. */
export async function awaitTransaction(store: Store, wanted: WantedTransaction): Promise<Transaction> {
  const look = () => {
    const found = findTransaction(store, wanted)
    if (found === null) return undefined
    if (isAsWanted(store, found, wanted)) return { found, never: null }
    const never = whyNever(store, found, wanted)
    return never === null ? undefined : { found, never }
  }
  const hasNotBegun = () => findTransaction(store, wanted) === null
  const waited = await waitWhileMoving(store, { ...wanted, look, concerns: () => true, hasNotBegun })
  if (waited.found?.never === null) return waited.found.found
  if (!waited.found && wanted.signal.aborted) {
    throw refusal({ why: 'stopped-waiting', name: wanted.name })
  }
  const { name, status = null, webhook } = wanted
  throw refusal({
    why: 'not-as-wanted',
    wanted: { name, status, webhook },
    waited: waited.found ? null : waited.lasted,
    seen: waited.found?.never ?? seenOf(store, wanted),
    next: nextWork(store, wanted.key, findTransaction(store, wanted)?.reference),
  })
}

function findTransaction(store: Store, { key, name }: WantedTransaction): Transaction | null {
  return store.transaction(key, name) ?? store.transactions(key, { reference: name, limit: 1 })[0] ?? null
}

function isAsWanted(store: Store, { id, status }: Transaction, wanted: WantedTransaction): boolean {
  const isThere = wanted.status === undefined ? isFinal(status) : status === wanted.status
  return isThere && (!wanted.webhook || webhooksOf(store, id, wanted).some((one) => one.status === 'delivered'))
}

function webhooksOf(store: Store, transactionId: string, { key, status }: WantedTransaction) {
  const transactionStatus = status !== undefined && isFinal(status) ? (status as FinalStatus) : undefined
  const all = store.deliveries(key, { transactionId, transactionStatus, limit: 100 })
  return all.filter((delivery) => !delivery.webhook.byHand)
}

/** Returns what shows that it can no longer come, or null while it can. */
function whyNever(store: Store, transaction: Transaction, wanted: WantedTransaction): SeenTransaction | null {
  const { id, status, result, plan, reference } = transaction
  if (!isFinal(status)) return null
  const mayChange = plan.account !== null && acceptsLateTransfer(result, plan.account)
  const isOther = wanted.status !== undefined && wanted.status !== status
  if (isOther) return mayChange ? null : { reference, status, result: result?.name ?? null }
  const webhooks = webhooksOf(store, id, wanted)
  if (webhooks.some((one) => one.status === 'pending' || one.status === 'held')) return null
  return seenOf(store, wanted)
}

function seenOf(store: Store, wanted: WantedTransaction): SeenTransaction | null {
  const found = findTransaction(store, wanted)
  if (found === null) return null
  const { id, reference, status, result } = found
  const seen = { reference, status, result: result?.name ?? null }
  if (!wanted.webhook) return seen
  const [newest] = webhooksOf(store, id, wanted).toReversed()
  return { ...seen, webhook: newest === undefined ? null : seenWebhook(newest) }
}

/** A webhook as a wait saw it. */
export function seenWebhook({ status, attempts }: Delivery): SeenWebhook {
  const outcome = attempts.at(-1)?.outcome
  return { status, answer: outcome?.response?.status ?? outcome?.error ?? null }
}
