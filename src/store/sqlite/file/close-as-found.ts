import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'

/**
 * Closes a damaged database and leaves its files as a crash left them: closing moves what waits in the write-ahead log into
 * the file and deletes the log, so both are copied before and put back after.
 */
export function closeAsFound(db: Database.Database, folder: string): void {
  const file = join(folder, 'sandbox.db')
  const log = `${file}-wal`
  const waiting = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const files = waiting > 0 ? [file, log] : []
  const copies = files.map((path) => ({ path, copy: `${path}.as-found` }))
  try {
    for (const { path, copy } of copies) copyFileSync(path, copy)
  } catch {
    // Without room for the copies the log goes into the file, as at any close.
    for (const { copy } of copies.splice(0)) rmSync(copy, { force: true })
  }
  db.close()
  for (const { path, copy } of copies) renameSync(copy, path)
}
