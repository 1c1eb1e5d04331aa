import type Database from 'better-sqlite3'
import type { RefusedScenario } from '../audit.ts'

/** The table of scenarios whose own refusal was given. */
export function refusedScenarioTable(db: Database.Database) {
  const add = db.prepare(`
    INSERT INTO refused_stories (business_id, scenario, times) VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET times = times + 1`)
  const list = db.prepare<[number], RefusedScenario>(
    'SELECT scenario, times FROM refused_stories WHERE business_id = ? ORDER BY scenario',
  )
  return {
    add: (businessId: number, scenario: string) => add.run(businessId, scenario),
    list: (businessId: number): readonly RefusedScenario[] => list.all(businessId),
  }
}
