import { isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Probe } from '../books/probe.ts'
import type { Schedule } from '../explore/schedule.ts'
import type { ScheduledRun } from '../explore/scheduled-run.ts'
import type { AuditPlan, Subject } from './plan.ts'
import type { Shop } from './shop.ts'

export interface AuditParts {
  readonly plan: Omit<AuditPlan, 'probe'>
  readonly shop: Shop
  readonly probe: Probe | null
  /** Of the sandbox that the shop calls, at `url` with `key`. */
  readonly scheduled: ScheduledRun
  readonly url: string
  readonly key: string
  /** The signature headers of a body. */
  readonly sign: (body: string, secret?: string) => Readonly<Record<string, string>>
  /** Starts and kills the shop, if the plan says how. */
  readonly process: { readonly start: () => Promise<void>; readonly stop: () => Promise<void> } | null
}

/** What customers ask of the shop in one row. */
export interface RowPlay {
  readonly subject: Subject
  /** One for each order or withdrawal. */
  readonly scenarios: readonly string[]
  readonly schedule?: Schedule
  /** It may end without a transaction: the service refuses it, or the shop does. */
  readonly mayBeRefused?: true
  /** The shop asks as soon as a transaction is final, before its webhook. */
  readonly asksAtEnd?: true
}

/** The transactions that the shop made for a row. */
export function madeIn({ scheduled, key }: AuditParts, subject: Subject): readonly Transaction[] {
  return scheduled.transactions(key).filter(({ flow }) => isPayout(flow) === (subject === 'payout'))
}
