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

/**
 * What the store keeps in memory of its rows: businesses by key, also those without a row, and plans by row id. Every
 * command reads its business, and every read of a transaction its plan.
 */
export function createRemembered(tables: RememberedTables, template: BusinessTemplate) {
  const { forgetBusinesses, ...businesses } = rememberBusinesses(tables, template)
  const { forgetPlans, ...plans } = rememberPlans(tables.plans)
  return {
    ...businesses,
    ...plans,
    forgetAll(): void {
      forgetBusinesses()
      forgetPlans()
    },
  }
}

interface RememberedBusiness {
  readonly declared: Settings
  readonly stored: string | null
  readonly business: StoredBusiness
  /** How often all were forgotten before it was read; -1 if it was forgotten itself. */
  readonly age: number
}

/** Most businesses and plans that are remembered. Beyond it all are forgotten, and read again. */
const mostBusinesses = 4096
const mostPlans = 256

function rememberBusinesses(tables: RememberedTables, { settingsOf, initialClock }: BusinessTemplate) {
  const found = new Map<string, RememberedBusiness>()
  let age = 0

  function read(key: string, declared: Settings, before: RememberedBusiness | undefined): RememberedBusiness {
    const row = tables.businesses.find(key)
    const stored = row?.settings ?? null
    // Equal settings stay the same object: schemas are kept by it.
    const isSame = before?.declared === declared && before.stored === stored
    const laidOver = () => (stored === null ? declared : settingsOver(declared, JSON.parse(stored)))
    const settings = isSame ? before.business.settings : laidOver()
    if (row === null) {
      const unopened = { key, epoch: 0, resetEvent: 0, clock: initialClock, defaultScenario: null, queue: [] }
      return { declared, stored, age, business: { ...unopened, opened: false, rowId: null, settings } }
    }
    const { seenAt: _, ...own } = row
    const queue = tables.queue.list(row.rowId)
    return { declared, stored, age, business: { ...own, opened: true, queue, settings } }
  }

  return {
    business(key: string): StoredBusiness {
      const declared = settingsOf(key)
      const before = found.get(key)
      if (before?.age === age && before.declared === declared) return before.business
      const now = read(key, declared, before)
      keep(found, key, now, mostBusinesses)
      return now.business
    },
    /** Notes a written clock: each step of an advance writes one, and would have to read the business again. */
    setClock(key: string, clock: ClockState): void {
      const known = found.get(key)
      if (known) found.set(key, { ...known, business: { ...known.business, clock } })
    },
    /** Reads the business again at its next use. */
    forget(key: string): void {
      const known = found.get(key)
      if (known) found.set(key, { ...known, age: -1 })
    },
    forgetBusinesses(): void {
      age++
    },
  }
}

function rememberPlans(table: PlanTable) {
  const plans = new Map<number, Plan>()
  const ids = new Map<string, number>()
  return {
    plan(id: number): Plan {
      const before = plans.get(id)
      if (before) return before
      const text = table.find(id)
      if (text === undefined) throw new Error(`There is no plan ${id}`)
      const plan: Plan = JSON.parse(text)
      keep(plans, id, plan, mostPlans)
      return plan
    },
    /** Returns the row id of a plan. Stores the plan if it is not remembered. */
    planId(plan: Plan): number {
      const text = JSON.stringify(plan)
      const id = ids.get(text) ?? table.insert(text)
      keep(ids, text, id, mostPlans)
      return id
    },
    forgetPlans(): void {
      plans.clear()
      ids.clear()
    },
  }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  if (map.size >= most && !map.has(key)) map.clear()
  map.set(key, value)
}
