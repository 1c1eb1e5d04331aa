import { close, fsync, openSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'

/** Pages copied in one turn of the event loop: 256 KB, less than a millisecond of work. */
const pagesPerStep = 64

/** Pages between two flushes, 16 MB: as much as SQLite keeps in memory and writes with its last step, which blocks. */
const pagesPerFlush = 4096

/**
 * Copies the database while it is used, with SQLite's online backup on the connection that writes: a commit meanwhile also
 * goes into the pages already copied, so the file is the database as it was at the end. Flushes every 16 MB, so that the
 * last step does not wait for the whole file.
 */
export async function copyOnline(db: Database.Database, file: string): Promise<void> {
  let opened: number | null = null
  let unflushed = 0
  let isFlushing = false
  const progress = (): number => {
    if (isFlushing) return 0
    unflushed += pagesPerStep
    if (unflushed <= pagesPerFlush) return pagesPerStep
    unflushed = 0
    isFlushing = true
    // Windows flushes only files that are open for writing.
    opened ??= openSync(file, 'r+')
    fsync(opened, () => {
      isFlushing = false
    })
    return 0
  }
  try {
    await db.backup(file, { progress })
  } finally {
    if (opened !== null) close(opened)
  }
}

/** Deletes a copy, and the files that SQLite makes beside it. */
export function deleteCopy(file: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
}
