import type Database from 'better-sqlite3'
import { type BusinessTemplate, businessTable } from './businesses.ts'
import { deliveryTable } from './deliveries.ts'
import { eventTable } from './events.ts'
import { risingIds, rowFinder } from './ids.ts'
import { jobTable } from './jobs.ts'
import { planTable } from './plans.ts'
import { queueTable, refusedScenarioTable } from './queue.ts'
import { snapshotTable } from './snapshots.ts'
import { transactionTable } from './transactions.ts'
import { walletTable } from './wallets.ts'

/** Every table of the database, its statements prepared once. */
export function openTables(db: Database.Database, template: BusinessTemplate) {
  const plans = planTable(db)
  const queue = queueTable(db)
  const rows = rowFinder(db)
  const remembering = {
    plans,
    businesses: businessTable(db, template, queue.list),
    transactions: transactionTable(db, plans, rows),
    wallets: walletTable(db),
    deliveries: deliveryTable(db, rows),
    jobs: jobTable(db, risingIds(db, 'last_job'), rows),
    events: eventTable(db, risingIds(db, 'last_event'), rows),
  }
  return {
    ...remembering,
    queue,
    refusedScenarios: refusedScenarioTable(db),
    snapshots: snapshotTable(db),
    /** Forgets what was remembered of rows: after an undo, or a change of rows that came through no table. */
    forget(): void {
      for (const table of Object.values(remembering)) table.forget()
    },
  }
}

export type Tables = ReturnType<typeof openTables>
