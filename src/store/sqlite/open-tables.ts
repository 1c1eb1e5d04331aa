import type Database from 'better-sqlite3'
import { Quota, type Quotas } from './quotas.ts'
import { type BusinessTemplate, createRemembered } from './remembered.ts'
import { createSeals } from './seals.ts'
import { businessTable } from './tables/businesses.ts'
import { deliveryTable } from './tables/deliveries.ts'
import { eventTable } from './tables/events.ts'
import { jobTable } from './tables/jobs.ts'
import { planTable } from './tables/plans.ts'
import { queueTable, refusedScenarioTable } from './tables/queue.ts'
import { snapshotTable } from './tables/snapshots.ts'
import { transactionTable } from './tables/transactions.ts'
import { risingIds } from './tables/tuned-ids.ts'
import { walletTable } from './tables/wallets.ts'

/** Every table with its prepared statements, and what is remembered of their rows. */
export function openTables(db: Database.Database, template: BusinessTemplate, quotas: Quotas) {
  const businesses = businessTable(db)
  const plans = planTable(db)
  const queue = queueTable(db)
  const remembered = createRemembered({ businesses, plans, queue }, template)
  const quota = new Quota({ db, businesses }, quotas)
  const seals = createSeals(db)
  const [jobIds, eventIds] = [risingIds(db, 'last_job'), risingIds(db, 'last_event')]
  return {
    remembered,
    quota,
    seals,
    /** For rows that changed in another way than by the changes of a command: reads them again at their next use. */
    forgetAll(): void {
      for (const one of [remembered, quota, jobIds, eventIds]) one.forgetAll()
    },
    businesses,
    plans,
    queue,
    transactions: transactionTable(db, remembered),
    wallets: walletTable(db),
    deliveries: deliveryTable(db),
    jobs: jobTable(db, jobIds),
    events: eventTable(db, eventIds),
    refusedScenarios: refusedScenarioTable(db),
    snapshots: snapshotTable(db),
  }
}

export type Tables = ReturnType<typeof openTables>
