import type Database from 'better-sqlite3'
import type { Snapshot } from '../../store.ts'

/** The table of snapshots: their names, and the hidden worlds that keep them. */
export function snapshotTable(db: Database.Database) {
  const list = db.prepare<[string], Snapshot>(`
    SELECT name, seen_at AS at,
      (SELECT count(*) FROM transactions WHERE business_id = world_id) AS transactions,
      (SELECT count(*) FROM jobs WHERE business_id = world_id) AS pendingJobs
    FROM snapshots JOIN businesses ON businesses.id = world_id WHERE snapshots.key = ? ORDER BY name`)
  const find = db.prepare<[string, string], number>('SELECT world_id FROM snapshots WHERE key = ? AND name = ?').pluck()
  const put = db.prepare<[string, string, number]>('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)')
  const drop = db.prepare<[string, string]>('DELETE FROM snapshots WHERE key = ? AND name = ?')
  return {
    list: (key: string): readonly Snapshot[] => list.all(key),
    find: (key: string, name: string): number | null => find.get(key, name) ?? null,
    put: (key: string, name: string, world: number) => put.run(key, name, world),
    drop: (key: string, name: string) => drop.run(key, name),
  }
}
