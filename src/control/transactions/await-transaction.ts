import { ControlError } from '../../contract/control-error.ts'
import type { FinalStatus, Status, Transaction } from '../../domain/transaction.ts'
import { isFinal } from '../../domain/transaction.ts'
import { acceptsLateTransfer } from '../../domain/transfer.ts'
import type { Store } from '../../store/store.ts'
import { nextWorkText } from '../clock/job-view.ts'
import { waitWhileMoving } from '../clock/wait-while-moving.ts'

export interface Wanted {
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
export async function awaitTransaction(store: Store, wanted: Wanted): Promise<Transaction> {
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
    throw new ControlError('draining', `The sandbox stopped before ${wanted.name} was as wanted`)
  }
  const hint = nextWorkText(store, wanted.key, findTransaction(store, wanted)?.reference)
  const message = waited.found
    ? `${missedText(wanted, 'can no longer')}. ${waited.found.never}`
    : `${missedText(wanted, 'did not')}${waited.inVain}. ${seenText(store, wanted)}`
  throw new ControlError('timeout', message, hint)
}

function findTransaction(store: Store, { key, name }: Wanted): Transaction | null {
  return store.transaction(key, name) ?? store.transactions(key, { reference: name, limit: 1 })[0] ?? null
}

function isAsWanted(store: Store, { id, status }: Transaction, wanted: Wanted): boolean {
  const isThere = wanted.status === undefined ? isFinal(status) : status === wanted.status
  return isThere && (!wanted.webhook || webhooksOf(store, id, wanted).some((one) => one.status === 'delivered'))
}

function webhooksOf(store: Store, transactionId: string, { key, status }: Wanted) {
  const transactionStatus = status !== undefined && isFinal(status) ? (status as FinalStatus) : undefined
  const all = store.deliveries(key, { transactionId, transactionStatus, limit: 100 })
  return all.filter((delivery) => !delivery.webhook.byHand)
}

/** Returns why it can no longer come, or null while it can. */
function whyNever(store: Store, transaction: Transaction, wanted: Wanted): string | null {
  const { id, status, result, plan, reference } = transaction
  if (!isFinal(status)) return null
  const mayChange = plan.account !== null && acceptsLateTransfer(result, plan.account)
  const isOther = wanted.status !== undefined && wanted.status !== status
  if (isOther) return mayChange ? null : `${reference} is ${status}${result === null ? '' : ` (${result.name})`}`
  const webhooks = webhooksOf(store, id, wanted)
  if (webhooks.some((one) => one.status === 'pending' || one.status === 'held')) return null
  return seenText(store, wanted)
}

/** "order-1 did not become COMPLETED", "the webhook of order-1 can no longer get a 2xx answer" */
function missedText({ name, status, webhook }: Wanted, verb: 'did not' | 'can no longer'): string {
  if (webhook) return `The webhook${status === undefined ? '' : ` ${status}`} of ${name} ${verb} get a 2xx answer`
  return `${name} ${verb} become ${status ?? 'final'}`
}

function seenText(store: Store, wanted: Wanted): string {
  const found = findTransaction(store, wanted)
  if (found === null) return 'No transaction has this id or reference'
  const { id, reference, status, result } = found
  const state = `${reference} is ${status}${result === null ? '' : ` (${result.name})`}`
  if (!wanted.webhook) return state
  const [newest] = webhooksOf(store, id, wanted).toReversed()
  if (newest === undefined) return `${state} and has no webhook`
  const outcome = newest.attempts.at(-1)?.outcome
  const answer = outcome?.response ? `last answer ${outcome.response.status}` : (outcome?.error ?? 'not tried yet')
  return `${state}, and its webhook is ${newest.status} (${answer})`
}
