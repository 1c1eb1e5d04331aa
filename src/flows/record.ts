import type { z } from 'zod'
import { answerRecord } from '../contract/named.ts'
import { actAtOnce } from '../domain/plan.ts'
import type { Settings } from '../domain/settings.ts'
import type { Status, Transaction } from '../domain/transaction.ts'

/**
 * A transaction as it is at one moment, in one of the two wire forms (D38): the create call's form shows numbers and what
 * the merchant asked for, the final form numeric strings and the result.
 */
export interface Moment {
  readonly form: 'create' | 'final'
  readonly transaction: Transaction
  readonly settings: Settings
  readonly status: Status
  readonly result: Transaction['result']
  readonly updatedAt: number
}

export interface RecordForm<Schema extends z.ZodType> {
  readonly schema: Schema
  readonly present: (moment: Moment) => z.output<Schema>
}

/** A field of a record: its schema, and its value at a moment; undefined if it is absent then. */
export interface RecordField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  readonly show: (moment: Moment) => z.output<Schema>
}

/** Makes the form of a record from its fields: schema and values have the keys in this order. */
export function recordForm<Key extends string, Fields extends Readonly<Record<Key, RecordField>>>(
  id: string,
  description: string,
  keys: readonly Key[],
  fields: Fields,
) {
  const shape = Object.fromEntries(keys.map((key) => [key, fields[key].schema]))
  const schema = answerRecord(id, description, shape as { readonly [K in Key]: Fields[K]['schema'] })
  const shown = keys.map((key) => ({ key, show: fields[key].show }))
  const present = (moment: Moment): z.output<typeof schema> => {
    const record: Record<string, unknown> = {}
    for (const { key, show } of shown) {
      const value = show(moment)
      if (value !== undefined) record[key] = value
    }
    return record as z.output<typeof schema>
  }
  return { schema, present }
}

/** The record as it was at creation. One that was answered COMPLETED has its result (D20, D33). */
export function asCreated(transaction: Transaction, settings: Settings): Moment {
  const { plan, createdAt: updatedAt } = transaction
  const act = plan.reply.status === 'COMPLETED' ? actAtOnce(plan) : null
  const result = act?.act === 'settle' ? act.result : null
  return { form: 'create', transaction, settings, status: plan.reply.status, result, updatedAt }
}

export function asNow(transaction: Transaction, settings: Settings): Moment {
  const { status, result, updatedAt } = transaction
  return { form: 'final', transaction, settings, status, result, updatedAt }
}
