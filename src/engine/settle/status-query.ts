import { type Change, type Decision, record } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { feeMinor } from '../../domain/money.ts'
import { moveDelivery } from '../../domain/moves.ts'
import { chosenIn, queryFaults } from '../../domain/plan.ts'
import { StorageFailure } from '../../domain/refused.ts'
import { SimulatedFailure } from '../../domain/rejection.ts'
import { isFinal, isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { awaitFirstAttempt } from '../deliver/await-attempt.ts'
import { queued, type WebhookMaker } from '../deliver/queue-webhook.ts'
import { act, progressOf } from './settle.ts'

export type QueryStatus = (key: string, id: string) => Promise<Transaction | null>

/**
 * Makes the function that returns a transaction, or null if it does not exist, and records the query in its timeline. On a
 * full disk it returns the transaction without a record (D42). Throws a `SimulatedFailure` if the plan spoils the answer.
 */
export function createQueryStatus(store: Store, maker: WebhookMaker): QueryStatus {
  return async (key, id) => {
    const asked = await askStatus(store, key, id)
    if (asked === 'settles-first') {
      await settleFirst(store, key, { id, maker })
      return answerOf(await askStatus(store, key, id))
    }
    return answerOf(asked)
  }
}

type Asked = Transaction | SimulatedFailure | 'settles-first' | null

/** A reset or a restore removed the transaction before it was settled. */
function answerOf(asked: Asked): Transaction | null {
  if (asked instanceof SimulatedFailure) throw asked
  return asked === 'settles-first' ? null : asked
}

async function askStatus(store: Store, key: string, id: string): Promise<Asked> {
  try {
    return await store.perform(key, { transaction: id, heldOf: id }, ({ transaction, heldOf: held, now }) => {
      if (transaction === null) return { result: null, changes: [] }
      const { plan, status } = transaction
      if (plan.settlesOnQuery && !isFinal(status)) return { result: 'settles-first', changes: [] }
      const fault = plan.queriesFail ? queryFaults[transaction.statusQueries] : undefined
      if (fault !== undefined) return failed(transaction, fault)
      return { result: asKnown(transaction, now), changes: statusQueried({ transaction, held, now }) }
    })
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause
    return store.transaction(key, id)
  }
}

function failed(transaction: Transaction, fault: (typeof queryFaults)[number]): Decision<Asked> {
  const { id, status, plan, statusQueries } = transaction
  const kind = fault === '503' ? 503 : 'drop-before-commit'
  const said = { scenario: chosenIn(plan), hints: [] }
  return {
    result: new SimulatedFailure(kind, 0, said),
    changes: [
      record(id, { kind: 'status_queried', status, fault }),
      progressOf({ ...transaction, statusQueries: statusQueries + 1 }),
    ],
  }
}

/** Runs the first step of the plan now, and waits until its webhook was answered. */
async function settleFirst(
  store: Store,
  key: string,
  { id, maker }: { readonly id: string; readonly maker: WebhookMaker },
): Promise<void> {
  const needs = { transaction: id, walletOf: id }
  const settled = await store.perform(key, needs, ({ business, now, transaction, walletOf: wallet }) => {
    const [first] = transaction?.plan.steps ?? []
    if (transaction === null || wallet === null || first === undefined) return { result: null, changes: [] }
    return act({ business, now, transaction, wallet, cause: { by: 'step', step: 0 } }, first.act, maker)
  })
  if (settled !== null) await awaitFirstAttempt(store, key, settled)
}

/** A transaction as status queries show it: the plan may delay its final status. */
function asKnown(transaction: Transaction, now: SandboxMs): Transaction {
  const { status, plan, updatedAt, amountMinor, feePercent } = transaction
  if (plan.pendingMs === undefined || !isFinal(status) || now >= updatedAt + plan.pendingMs) return transaction
  const fee = isPayout(transaction.flow) ? transaction.feeMinor : feeMinor(amountMinor, feePercent)
  return { ...transaction, status: 'PENDING', result: null, feeMinor: fee }
}

interface StatusQuery {
  readonly transaction: Transaction
  readonly held: readonly Delivery[]
  readonly now: SandboxMs
}

function statusQueried({ transaction, held, now }: StatusQuery): Change[] {
  const { id: transactionId, plan } = transaction
  const { status } = asKnown(transaction, now)
  const recorded = record(transactionId, { kind: 'status_queried', status })
  const trigger = plan.webhook.faults?.trigger ?? null
  if (!isFinal(status) || trigger === null || trigger === 'before-reply' || held.length === 0) return [recorded]
  const statusQueries = transaction.statusQueries + 1
  const counted = progressOf({ ...transaction, statusQueries })
  if (statusQueries < trigger.statusQueries) return [recorded, counted]
  const spacingMs = plan.webhook.faults?.spacingMs ?? 0
  const released = held.flatMap((delivery): Change[] => {
    // Copies keep their distance. The webhook of another final status (D30) is not a copy.
    const copies = held.filter(({ transactionStatus }) => transactionStatus === delivery.transactionStatus)
    return [
      moveDelivery(delivery, 'pending'),
      ...queued(delivery, now + trigger.thenMs + copies.indexOf(delivery) * spacingMs),
    ]
  })
  return [recorded, counted, ...released]
}
