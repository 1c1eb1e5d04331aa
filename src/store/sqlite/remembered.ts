import type { Business } from '../../domain/business.ts'
import type { ClockState } from '../../domain/clock.ts'
import { settingsOver } from '../../domain/declared-settings.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Settings } from '../../domain/settings.ts'
import type { BusinessTable } from './tables/businesses.ts'
import type { PlanTable } from './tables/plans.ts'
import type { QueueTable } from './tables/queue.ts'

/** A business with its row id; null until its first write (D2). */
export interface StoredBusiness extends Business {
  readonly rowId: number | null
}

/** What a business starts with: the settings of its key, and the clock of the sandbox. */
export interface BusinessTemplate {
  readonly settingsOf: (key: string) => Settings
  readonly initialClock: ClockState
}

interface RememberedTables {
  readonly businesses: BusinessTable
  readonly queue: QueueTable
  readonly plans: PlanTable
}

interface RememberedBusiness {
  readonly declared: Settings
  readonly stored: string | null
  readonly business: StoredBusiness
  readonly isCurrent: boolean
}

/** Most businesses and plans that are remembered. Beyond it all are forgotten, and read again. */
const mostBusinesses = 4096
const mostPlans = 256

/**
 * What the store keeps in memory of its rows: businesses by key, also those without a row, and plans by row id. Every
 * command reads its business, and every read of a transaction its plan. The store clears it when rows may differ from it.
 */
export function createRemembered(tables: RememberedTables, { settingsOf, initialClock }: BusinessTemplate) {
  const businesses = new Map<string, RememberedBusiness>()
  const plans = new Map<number, Plan>()
  const planIds = new Map<string, number>()

  function read(key: string, declared: Settings, before: RememberedBusiness | undefined): RememberedBusiness {
    const row = tables.businesses.find(key)
    const stored = row?.settings ?? null
    // Equal settings stay the same object: schemas are kept by it.
    const isSame = before?.declared === declared && before.stored === stored
    const laidOver = () => (stored === null ? declared : settingsOver(declared, JSON.parse(stored)))
    const settings = isSame ? before.business.settings : laidOver()
    if (row === null) {
      const unopened = { key, epoch: 0, resetEvent: 0, clock: initialClock, defaultScenario: null, queue: [] }
      return { declared, stored, isCurrent: true, business: { ...unopened, opened: false, rowId: null, settings } }
    }
    const { seenAt: _, ...own } = row
    const queue = tables.queue.list(row.rowId)
    return { declared, stored, isCurrent: true, business: { ...own, opened: true, queue, settings } }
  }

  return {
    business(key: string): StoredBusiness {
      const declared = settingsOf(key)
      const before = businesses.get(key)
      if (before?.isCurrent && before.declared === declared) return before.business
      const found = read(key, declared, before)
      keep(businesses, key, found, mostBusinesses)
      return found.business
    },
    plan(id: number): Plan {
      const before = plans.get(id)
      if (before) return before
      const text = tables.plans.find(id)
      if (text === undefined) throw new Error(`There is no plan ${id}`)
      const plan: Plan = JSON.parse(text)
      keep(plans, id, plan, mostPlans)
      return plan
    },
    /** Returns the row id of a plan. Stores the plan if it is not remembered. */
    planId(plan: Plan): number {
      const text = JSON.stringify(plan)
      const id = planIds.get(text) ?? tables.plans.insert(text)
      keep(planIds, text, id, mostPlans)
      return id
    },
    /** Notes a written clock: each step of an advance writes one, and would have to read the business again. */
    setClock(key: string, clock: ClockState): void {
      const found = businesses.get(key)
      if (found) businesses.set(key, { ...found, business: { ...found.business, clock } })
    },
    /** Reads the business again at its next use. */
    forget(key: string): void {
      const found = businesses.get(key)
      if (found) businesses.set(key, { ...found, isCurrent: false })
    },
    clear(): void {
      businesses.clear()
      plans.clear()
      planIds.clear()
    },
  }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  if (map.size >= most && !map.has(key)) map.clear()
  map.set(key, value)
}
