import { close as closeFile, fsync, open } from 'node:fs'
import type Database from 'better-sqlite3'

/**
 * Pages of the log from one checkpoint to the next, 14 MB, so that it stays under 16 MB: a page that many commits write is copied to the database once. Serves
 * the rows `create-file` and `chain`: 0.32 and 0.066 of a bare server, and 0.26 and 0.052 with the 1,000 pages of SQLite.
 */
const checkpointPages = 3500
const longestBytes = 16_000_000

/** Commits between two flushes: about five flushes from one checkpoint to the next. */
const every = 32

/**
 * Lets the disk write the log while commits go on: `committed` is called after each. Without it a checkpoint waits until
 * the disk has all that was written since the last one, and every caller waits for the checkpoint. A failure here only
 * leaves more to the checkpoint. Serves the row `create-p99` of `npm run bench`: 9 ms
 * with it, 20 ms without.
 */
export function createLogFlush(db: Database.Database): { committed(): void; close(): void } {
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  // A commit of many pages leaves it longer until the next one after a checkpoint.
  db.pragma(`journal_size_limit = ${longestBytes}`)
  let commits = 0
  let isBusy = false
  let isClosed = db.memory
  let log: number | null = null

  function flush(file: number): void {
    fsync(file, () => {
      isBusy = false
      if (isClosed) closeLog()
    })
  }

  /** Closes the file once: its number may be another file's afterwards. */
  function closeLog(): void {
    if (log === null) return
    const file = log
    log = null
    closeFile(file, () => {})
  }

  return {
    committed(): void {
      commits += 1
      if (isClosed || isBusy || commits % every !== 0) return
      isBusy = true
      if (log !== null) {
        flush(log)
        return
      }
      open(`${db.name}-wal`, 'r+', (error, file) => {
        if (error) {
          isBusy = false
          return
        }
        log = file
        flush(file)
      })
    },
    close(): void {
      isClosed = true
      if (!isBusy) closeLog()
    },
  }
}

/**
 * Commits the commands of a turn without savepoints. If one of them throws, commits them again with a savepoint for each.
 * Serves the row `create-file` of `npm run bench`: always with savepoints, a create call takes a tenth more processor time.
 */
export function withoutSavepointsFirst<R>(commitAll: (savepoints: boolean) => R): R {
  try {
    return commitAll(false)
  } catch {
    return commitAll(true)
  }
}
