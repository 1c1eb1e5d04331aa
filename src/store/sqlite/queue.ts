import type Database from 'better-sqlite3'
import type { QueueEntry } from '../../domain/queue-entry.ts'

interface Row {
  id: number
  scenario: string
  remaining: number
  match: string | null
}

/** The table of one-shot scenarios. */
export function queueTable(db: Database.Database) {
  const list = db.prepare<[number], Row>(
    'SELECT id, scenario, remaining, match FROM queue WHERE business_id = ? ORDER BY id',
  )
  const add = db.prepare('INSERT INTO queue (business_id, scenario, remaining, match) VALUES (?, ?, ?, ?)')
  const use = db.prepare('UPDATE queue SET remaining = remaining - 1 WHERE id = ? AND remaining > 1')
  const end = db.prepare('DELETE FROM queue WHERE id = ?')
  const clear = db.prepare('DELETE FROM queue WHERE business_id = ?')
  return {
    list: (businessId: number): readonly QueueEntry[] =>
      list.all(businessId).map(({ id, scenario, remaining, match }) => ({
        id,
        use: scenario,
        remaining,
        match: match === null ? null : JSON.parse(match),
      })),
    add: (businessId: number, { use: scenario, remaining, match }: Omit<QueueEntry, 'id'>) =>
      add.run(businessId, scenario, remaining, match && JSON.stringify(match)),
    take(id: number): void {
      if (use.run(id).changes === 0) end.run(id)
    },
    clear: (businessId: number) => clear.run(businessId),
  }
}
