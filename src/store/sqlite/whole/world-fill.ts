import type { SandboxMs } from '../../../domain/clock.ts'
import type { Delivery } from '../../../domain/delivery.ts'
import type { Work } from '../../../domain/job.ts'
import type { Plan } from '../../../domain/plan.ts'
import type { Transaction } from '../../../domain/transaction.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Tables } from '../open-tables.ts'

/** Stores records of a checked world, in their order, in an empty one. No job is due before `notBefore`. */
export function storing(tables: Tables, world: number, notBefore: SandboxMs): (record: WorldRecord) => unknown {
  const { businesses, transactions, deliveries, events, wallets, jobs, queue, refusedScenarios } = tables
  const plans = new Map<number, Plan>()

  function dress({ defaultScenario, settings, prunedBefore }: RecordOf<'world'>): void {
    businesses.setSettings(world, settings)
    businesses.setDefault(world, defaultScenario)
    if (prunedBefore !== null) businesses.setPruned(world, prunedBefore)
  }

  function rowOf(id: string): number {
    const row = transactions.rowId(world, id)
    if (row === null) throw new Error(`There is no transaction ${id}`)
    return row
  }

  function storeTransaction({ kind: _, plan, event, entries, ...fields }: RecordOf<'transaction'>): void {
    const transaction = { ...fields, plan: plans.get(plan) } as unknown as Transaction
    transactions.insert(world, transaction, { id: event, entries: entries as never, jobs: [] })
  }

  function storeWebhook({ kind: _, ...record }: RecordOf<'webhook'>): void {
    const delivery = record as unknown as Delivery
    deliveries.insert(world, rowOf(delivery.transactionId), delivery)
    for (const { number, isReplay, at, headers, outcome } of delivery.attempts) {
      deliveries.startAttempt(world, { deliveryId: delivery.id, number, isReplay }, at)
      if (outcome) deliveries.finishAttempt(world, delivery.id, { number, headers, outcome })
    }
  }

  function storeJob({ dueAt, work }: RecordOf<'job'>): void {
    jobs.add(world, rowOf(work.transactionId), { dueAt: Math.max(dueAt, notBefore), work: work as unknown as Work })
  }

  return (record) => {
    switch (record.kind) {
      case 'world':
        return dress(record)
      case 'queued':
        return queue.add(world, { use: record.use, remaining: record.remaining, match: record.match as never })
      case 'refused':
        return refusedScenarios.add(world, record.scenario, record.times)
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
        return storeJob(record)
      default:
        return null
    }
  }
}
