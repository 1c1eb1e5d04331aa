import type Database from 'better-sqlite3'
import type { QueueEntry } from '../../../domain/business.ts'
import type { RefusedScenario } from '../../report-reads.ts'
import { columnsOf, type RawRow } from './columns.ts'

type InColumns = Omit<QueueEntry, 'id'>

export const queueColumns = columnsOf<InColumns>('queue', ['business_id'], {
  use: 'scenario',
  remaining: 'remaining',
  match: { json: 'match' },
})

export function queueTable(db: Database.Database) {
  const list = db
    .prepare<[number], RawRow>(`SELECT id, ${queueColumns.select} FROM queue WHERE business_id = ? ORDER BY id`)
    .raw()
  const full = (row: RawRow) => queueColumns.read(row, 1, { id: Number(row[0]) })
  const add = db.prepare(queueColumns.insert)
  const use = db.prepare('UPDATE queue SET remaining = remaining - 1 WHERE id = ? AND remaining > 1')
  const end = db.prepare('DELETE FROM queue WHERE id = ?')
  const clear = db.prepare('DELETE FROM queue WHERE business_id = ?')
  return {
    list: (businessId: number): readonly QueueEntry[] => list.all(businessId).map(full),
    add: (businessId: number, entry: InColumns) => add.run(businessId, ...queueColumns.values(entry)),
    take(id: number): void {
      if (use.run(id).changes === 0) end.run(id)
    },
    clear: (businessId: number) => clear.run(businessId),
  }
}

export type QueueTable = ReturnType<typeof queueTable>

export function refusedScenarioTable(db: Database.Database) {
  const add = db.prepare(`
    INSERT INTO refused_scenarios (business_id, scenario, times) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET times = times + excluded.times`)
  const list = db.prepare<[number], RefusedScenario>(
    'SELECT scenario, times FROM refused_scenarios WHERE business_id = ? ORDER BY scenario',
  )
  return {
    add: (businessId: number, scenario: string, times = 1) => add.run(businessId, scenario, times),
    list: (businessId: number): readonly RefusedScenario[] => list.all(businessId),
  }
}
