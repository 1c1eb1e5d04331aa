import type Database from 'better-sqlite3'
import type { Plan } from '../../../domain/plan.ts'
import { Recent } from './ids.ts'

/** Plans remembered in each direction: they are few, and what is forgotten is only stored or read once more. */
const remembered = 256

/** The table of plans. Most transactions have the plan of many others: it is stored once and referred to. */
export function planTable(db: Database.Database) {
  const insert = db.prepare('INSERT INTO plans (plan) VALUES (?)')
  const find = db.prepare<[number], string>('SELECT plan FROM plans WHERE id = ?').pluck()
  const deleteUnused = db.prepare(`
    DELETE FROM plans
    WHERE id NOT IN (SELECT plan_id FROM transactions UNION ALL SELECT plan_id FROM snapshot_transactions)`)
  const ids = new Recent<string, number>(remembered)
  let idsOfObjects = new WeakMap<Plan, number>()
  const plans = new Recent<number, Plan>(remembered)
  const idOfText = (text: string): number => {
    const known = ids.get(text)
    if (known !== undefined) return known
    const id = Number(insert.run(text).lastInsertRowid)
    ids.set(text, id)
    return id
  }
  /** After an undo, remembered rows may not be there. */
  function forget(): void {
    ids.clear()
    idsOfObjects = new WeakMap()
    plans.clear()
  }
  return {
    /** The row id of a plan, stored now if it is not among those remembered. */
    idOf(plan: Plan): number {
      const id = idsOfObjects.get(plan) ?? idOfText(JSON.stringify(plan))
      idsOfObjects.set(plan, id)
      return id
    },
    find(id: number): Plan {
      const known = plans.get(id)
      if (known) return known
      const text = find.get(id)
      if (text === undefined) throw new Error(`There is no plan ${id}`)
      const plan: Plan = JSON.parse(text)
      plans.set(id, plan)
      return plan
    },
    forget,
    /** Deletes the plans that no transaction has any more, here or in a snapshot. */
    deleteUnused(): void {
      deleteUnused.run()
      forget()
    },
  }
}

export type PlanTable = ReturnType<typeof planTable>
