import type { z } from 'zod'
import { recordFormOf } from '../contract/record-form.ts'
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

/** A form in which transactions are shown: the schema that describes it, and what shows them by it. */
export interface Form<Schema extends z.ZodType> {
  readonly schema: Schema
  readonly present: (moment: Moment) => z.output<Schema>
}

/** Makes a form of a record out of its fields, in their order. */
export const recordForm = recordFormOf<Moment>()

/** As it was created, whatever its scenario has done since; one that was answered COMPLETED has its result (D20, D33). */
export function asCreated(transaction: Transaction, settings: Settings): Moment {
  const { plan, createdAt: updatedAt } = transaction
  const act = plan.reply.status === 'COMPLETED' ? actAtOnce(plan) : null
  const result = act?.act === 'settle' ? act.result : null
  return { form: 'create', transaction, settings, status: plan.reply.status, result, updatedAt }
}

/** As it is now, in webhooks and status queries. */
export function asNow(transaction: Transaction, settings: Settings): Moment {
  const { status, result, updatedAt } = transaction
  return { form: 'final', transaction, settings, status, result, updatedAt }
}
