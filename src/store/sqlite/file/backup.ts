import { lstatSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { StorageFailure } from '../../../domain/refused.ts'
import { messageOf } from '../../../error-code.ts'
import { type BackedUp, BackupRefused } from '../../backup.ts'
import { copyOnline, deleteCopy } from './online-copy.ts'

/** Copies the database to a file that the user names. */
export function createBackup(db: Database.Database) {
  let part: string | null = null
  /** Deletes what a backup under way has written. Call it after the database is closed. */
  function abandon(): void {
    const left = part
    part = null
    if (left !== null) deleteCopy(left)
  }
  return {
    abandon,
    async run(file: string): Promise<BackedUp> {
      if (part !== null) throw new BackupRefused({ why: 'not-backed-up', is: 'under-way' })
      const copy = `${file}.part`
      try {
        refuseUnusable(file)
        refuseOwn(db, file)
        // A backup that was killed left them.
        deleteCopy(copy)
        part = copy
        await copyOnline(db, copy)
        if (isThere(file)) throw taken(file)
        renameSync(copy, file)
        part = null
        return { file, bytes: statSync(file).size }
      } catch (cause) {
        if (!db.open) throw new StorageFailure(cause)
        if (cause instanceof BackupRefused) throw cause
        throw new BackupRefused({ why: 'not-backed-up', is: 'unwritable', file, error: messageOf(cause) })
      } finally {
        abandon()
      }
    },
  }
}

function refuseUnusable(file: string): void {
  if (!file.isWellFormed() || file.includes('\0')) throw new BackupRefused({ why: 'not-backed-up', is: 'odd-name' })
  if (isThere(file)) throw taken(file)
}

/** Throws for a name of the database, or of a file that it makes beside it at times. */
function refuseOwn(db: Database.Database, file: string): void {
  if (db.memory) return
  const own = realpathSync(db.name).toLowerCase()
  const asked = join(realpathSync(dirname(file)), basename(file)).toLowerCase()
  if (![asked, `${asked}.part`].some((one) => one.startsWith(own))) return
  throw new BackupRefused({ why: 'not-backed-up', is: 'own-name', file })
}

/** True for a link that leads nowhere, too. */
function isThere(file: string): boolean {
  try {
    lstatSync(file)
    return true
  } catch {
    return false
  }
}

function taken(file: string): BackupRefused {
  return new BackupRefused({ why: 'not-backed-up', is: 'exists', file })
}
