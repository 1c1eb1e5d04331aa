import { close, fsync, openSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { loadDriver } from './load-driver.ts'

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

/** Opens a copy that no other process uses. */
export function openCopy(file: string): Database.Database {
  const Sqlite = loadDriver()
  const copy = new Sqlite(file)
  copy.pragma('locking_mode = EXCLUSIVE')
  return copy
}

/** A copy, and the files that SQLite makes beside it. */
const filesOf = (copy: string) => ['', '-journal', '-wal', '-shm'].map((ending) => `${copy}${ending}`)

export function deleteCopy(file: string): void {
  for (const one of filesOf(file)) rmSync(one, { force: true })
}

/** The same beside other work: the system takes a second for a file of a few gigabytes. */
export async function deleteCopyAside(file: string): Promise<void> {
  // What stays is deleted by the next start.
  for (const one of filesOf(file)) await rm(one, { force: true }).catch(() => undefined)
}
