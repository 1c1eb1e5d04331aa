import type { SandboxMs } from '../../../domain/clock.ts'
import type { Delivery } from '../../../domain/delivery.ts'
import type { Work } from '../../../domain/job.ts'
import type { Plan } from '../../../domain/plan.ts'
import type { Transaction } from '../../../domain/transaction.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Tables } from '../open-tables.ts'

/** Stores records of a checked world, in their order, in an empty one. No job is due before `notBefore`. */
export class WorldFill {
  readonly #tables: Tables
  readonly #world: number
  readonly #notBefore: SandboxMs
  readonly #plans = new Map<number, Plan>()

  constructor(tables: Tables, world: number, notBefore: SandboxMs) {
    this.#tables = tables
    this.#world = world
    this.#notBefore = notBefore
  }

  store(record: WorldRecord): unknown {
    const { queue, refusedScenarios, wallets, events } = this.#tables
    const world = this.#world
    switch (record.kind) {
      case 'world':
        return this.#dress(record)
      case 'queued':
        return queue.add(world, { use: record.use, remaining: record.remaining, match: record.match as never })
      case 'refused':
        return refusedScenarios.add(world, record.scenario, record.times)
      case 'plan':
        return this.#plans.set(record.number, record.plan as unknown as Plan)
      case 'transaction':
        return this.#storeTransaction(record)
      case 'event':
        return events.put(world, this.#rowOf(record.transactionId), record as never)
      case 'movement':
        return wallets.put(world, record.transactionId === null ? null : this.#rowOf(record.transactionId), record)
      case 'webhook':
        return this.#storeWebhook(record)
      case 'job':
        return this.#storeJob(record)
      default:
        return null
    }
  }

  #dress({ defaultScenario, settings, prunedBefore }: RecordOf<'world'>): void {
    const { businesses } = this.#tables
    businesses.setSettings(this.#world, settings)
    businesses.setDefault(this.#world, defaultScenario)
    if (prunedBefore !== null) businesses.setPruned(this.#world, prunedBefore)
  }

  #storeTransaction({ kind: _, plan, event, entries, ...fields }: RecordOf<'transaction'>): void {
    const transaction = { ...fields, plan: this.#plans.get(plan) } as unknown as Transaction
    this.#tables.transactions.insert(this.#world, transaction, { id: event, entries: entries as never, jobs: [] })
  }

  #storeWebhook({ kind: _, ...record }: RecordOf<'webhook'>): void {
    const { deliveries } = this.#tables
    const delivery = record as unknown as Delivery
    deliveries.insert(this.#world, this.#rowOf(delivery.transactionId), delivery)
    for (const { number, isReplay, at, headers, outcome } of delivery.attempts) {
      deliveries.startAttempt(this.#world, { deliveryId: delivery.id, number, isReplay }, at)
      if (outcome) deliveries.finishAttempt(this.#world, delivery.id, { number, headers, outcome })
    }
  }

  #storeJob({ dueAt, work }: RecordOf<'job'>): void {
    const job = { dueAt: Math.max(dueAt, this.#notBefore), work: work as unknown as Work }
    this.#tables.jobs.add(this.#world, this.#rowOf(work.transactionId), job)
  }

  #rowOf(id: string): number {
    const row = this.#tables.transactions.rowId(this.#world, id)
    if (row === null) throw new Error(`There is no transaction ${id}`)
    return row
  }
}
