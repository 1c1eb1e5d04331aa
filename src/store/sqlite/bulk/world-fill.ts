import type { Delivery } from '../../../domain/delivery.ts'
import type { Work } from '../../../domain/job.ts'
import type { Plan } from '../../../domain/plan.ts'
import type { Transaction } from '../../../domain/transaction.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Tables } from '../open-tables.ts'
import type { Step } from '../slices.ts'

/** Records in one commit. */
const recordsPerSlice = 200

/** Stores the records of a checked world in an empty one. */
export function fillStep(tables: Tables, world: number, records: readonly WorldRecord[]): Step {
  const store = storing(tables, world)
  return (after) => {
    const from = Number(after?.[0] ?? 0)
    const end = from + recordsPerSlice
    for (const record of records.slice(from, end)) store(record)
    return end < records.length ? [end] : null
  }
}

function storing(tables: Tables, world: number): (record: WorldRecord) => unknown {
  const { transactions, deliveries, events, wallets, jobs, queue, refusedScenarios } = tables
  const plans = new Map<number, Plan>()
  /** Row ids by public ids; a repeated turn sets them again. */
  const rows = new Map<string, number>()

  function rowOf(id: string): number {
    const row = rows.get(id)
    if (row === undefined) throw new Error(`There is no transaction ${id}`)
    return row
  }

  function storeTransaction({ kind: _, plan, event, entries, ...fields }: RecordOf<'transaction'>): void {
    const transaction = { ...fields, plan: plans.get(plan) } as unknown as Transaction
    rows.set(fields.id, transactions.insert(world, transaction, { id: event, entries: entries as never }))
  }

  function storeWebhook({ kind: _, ...record }: RecordOf<'webhook'>): void {
    const delivery = record as unknown as Delivery
    deliveries.insert(world, rowOf(delivery.transactionId), delivery)
    for (const { number, isReplay, at, headers, outcome } of delivery.attempts) {
      deliveries.startAttempt(world, { deliveryId: delivery.id, number, isReplay }, at)
      if (outcome) deliveries.finishAttempt(world, delivery.id, { number, headers, outcome })
    }
  }

  return (record) => {
    switch (record.kind) {
      case 'queued':
        return queue.add(world, { use: record.use, remaining: record.remaining, match: record.match as never })
      case 'refused':
        for (let count = 0; count < record.times; count++) refusedScenarios.add(world, record.scenario)
        return null
      case 'plan':
        return plans.set(record.number, record.plan as unknown as Plan)
      case 'transaction':
        return storeTransaction(record)
      case 'event':
        return events.put(world, rowOf(record.transactionId), record as never)
      case 'movement':
        return wallets.put(world, record.transactionId === null ? null : rowOf(record.transactionId), record)
      case 'webhook':
        return storeWebhook(record)
      case 'job':
        return jobs.add(world, rowOf(record.work.transactionId), record.dueAt, record.work as unknown as Work)
      default:
        return null
    }
  }
}
