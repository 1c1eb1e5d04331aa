import type { Delivery } from '../../../domain/delivery.ts'
import type { Work } from '../../../domain/job.ts'
import type { Plan } from '../../../domain/plan.ts'
import type { Transaction } from '../../../domain/transaction.ts'
import type { RecordOf, WorldRecord } from '../../../world-file/records.ts'
import type { Tables } from '../open-tables.ts'
import type { Step } from '../slices.ts'

/** Records that are stored with one commit. */
const recordsPerStep = 200

/** Stores the records of a checked world in an empty one. */
export function fillSteps(tables: Tables, world: number, records: readonly WorldRecord[]): readonly Step[] {
  const filling = new Filling(tables, world)
  return [
    (after) => {
      const from = after === null ? 0 : Number(after[0])
      for (const record of records.slice(from, from + recordsPerStep)) filling.store(record)
      return from + recordsPerStep < records.length ? [from + recordsPerStep] : null
    },
  ]
}

class Filling {
  readonly #tables: Tables
  readonly #world: number
  readonly #plans = new Map<number, Plan>()
  /** Row ids by public ids. A turn that is undone and done again sets them again. */
  readonly #rows = new Map<string, number>()

  constructor(tables: Tables, world: number) {
    this.#tables = tables
    this.#world = world
  }

  store(record: WorldRecord): unknown {
    const { events, wallets, jobs, queue, refusedScenarios } = this.#tables
    const world = this.#world
    switch (record.kind) {
      case 'queued':
        return queue.add(world, { use: record.use, remaining: record.remaining, match: record.match as never })
      case 'refused':
        for (let count = 0; count < record.times; count++) refusedScenarios.add(world, record.scenario)
        return null
      case 'plan':
        return this.#plans.set(record.number, record.plan as unknown as Plan)
      case 'transaction':
        return this.#storeTransaction(record)
      case 'event':
        return events.put(world, this.#row(record.transactionId), record as never)
      case 'movement': {
        const row = record.transactionId === null ? null : this.#row(record.transactionId)
        return wallets.put(world, row, record)
      }
      case 'webhook':
        return this.#storeWebhook(record)
      case 'job':
        return jobs.add(world, this.#row(record.work.transactionId), record.dueAt, record.work as unknown as Work)
      default:
        return null
    }
  }

  #storeTransaction({ kind: _, plan, event, entries, ...fields }: RecordOf<'transaction'>): void {
    const transaction = { ...fields, plan: this.#plans.get(plan) } as unknown as Transaction
    const first = { id: event, entries: entries as never }
    this.#rows.set(fields.id, this.#tables.transactions.insert(this.#world, transaction, first))
  }

  #storeWebhook({ kind: _, ...record }: RecordOf<'webhook'>): void {
    const { deliveries } = this.#tables
    const delivery = record as unknown as Delivery
    deliveries.insert(this.#world, this.#row(delivery.transactionId), delivery)
    for (const { number, isReplay, at, headers, outcome } of delivery.attempts) {
      deliveries.startAttempt(this.#world, { deliveryId: delivery.id, number, isReplay }, at)
      if (outcome) deliveries.finishAttempt(this.#world, delivery.id, { number, headers, outcome })
    }
  }

  #row(id: string): number {
    const row = this.#rows.get(id)
    if (row === undefined) throw new Error(`There is no transaction ${id}`)
    return row
  }
}
