import { close, existsSync, fsync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { StorageFailure } from '../../../domain/refusals.ts'
import { messageOf } from '../../../error-code.ts'
import { isFolder } from '../../../make-folder.ts'
import { type BackedUp, BackupRefused } from '../../backup.ts'

/** Pages copied in one turn of the event loop: 256 KB, less than a millisecond of work. */
const pagesPerStep = 64

/** Pages between two flushes, 16 MB: as much as SQLite keeps in memory and writes with its last step, which blocks. */
const pagesPerFlush = 4096

/**
 * Copies the database while it is used, with SQLite's online backup on the connection that writes: a commit meanwhile also
 * goes into the pages already copied, so the file is the database as it was at the end.
 */
export function createBackup(db: Database.Database) {
  let part: string | null = null
  /** Deletes what a backup under way has written. Call it after the database is closed. */
  function abandon(): void {
    const left = part === null ? [] : partsOf(part)
    part = null
    for (const file of left) if (existsSync(file)) rmSync(file)
  }
  return {
    abandon,
    async run(file: string): Promise<BackedUp> {
      if (part !== null) throw new BackupRefused('Another backup is under way', 'wait until it has ended')
      refuseUnusable(file)
      refuseOwn(db, file)
      part = `${file}.part`
      try {
        // A backup that was killed left them.
        for (const left of partsOf(part)) if (existsSync(left)) rmSync(left)
        await copy(db, part)
        if (existsSync(file)) throw taken(file)
        renameSync(part, file)
        part = null
        return { file, bytes: statSync(file).size }
      } catch (cause) {
        if (!db.open) throw new StorageFailure(cause)
        if (cause instanceof BackupRefused) throw cause
        throw new BackupRefused(`Cannot write the backup ${file}: ${messageOf(cause)}`, 'name a file elsewhere')
      } finally {
        abandon()
      }
    },
  }
}

/** Copies in small steps and flushes every 16 MB, so that the last step does not wait for the whole file. */
async function copy(db: Database.Database, part: string): Promise<void> {
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
    opened ??= openSync(part, 'r+')
    fsync(opened, () => {
      isFlushing = false
    })
    return 0
  }
  try {
    await db.backup(part, { progress })
  } finally {
    if (opened !== null) close(opened)
  }
}

function refuseUnusable(file: string): void {
  if (file.includes('\0')) throw new BackupRefused('The name of the backup has a NUL character', 'name another file')
  if (existsSync(file)) throw taken(file)
  const folder = dirname(file)
  if (!isFolder(folder)) throw new BackupRefused(`There is no folder ${folder} for the backup`, 'make it first')
}

function partsOf(part: string): readonly string[] {
  return ['', '-journal', '-wal', '-shm'].map((ending) => `${part}${ending}`)
}

/** Throws for a name of the database, of a file that it makes beside it at times, or of the reserve. */
function refuseOwn(db: Database.Database, file: string): void {
  if (db.memory) return
  const [folder, own] = [realpathSync(dirname(file)), realpathSync(db.name)]
  const asked = join(folder, basename(file))
  if (![asked, `${asked}.part`].some((one) => one.startsWith(own)) && asked !== join(dirname(own), 'reserve')) return
  throw new BackupRefused(`${file} is a name of the database itself`, 'name a file elsewhere')
}

function taken(file: string): BackupRefused {
  return new BackupRefused(`${file} exists already, and a backup overwrites nothing`, 'name a file that does not exist')
}
