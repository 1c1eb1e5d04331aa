import { existsSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { StorageFailure } from '../../../domain/refusals.ts'
import { messageOf } from '../../../error-code.ts'
import { isFolder } from '../../../make-folder.ts'
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
      if (part !== null) throw new BackupRefused('Another backup is under way', 'wait until it has ended')
      refuseUnusable(file)
      refuseOwn(db, file)
      part = `${file}.part`
      try {
        // A backup that was killed left them.
        deleteCopy(part)
        await copyOnline(db, part)
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

function refuseUnusable(file: string): void {
  if (file.includes('\0')) throw new BackupRefused('The name of the backup has a NUL character', 'name another file')
  if (existsSync(file)) throw taken(file)
  const folder = dirname(file)
  if (!isFolder(folder)) throw new BackupRefused(`There is no folder ${folder} for the backup`, 'make it first')
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
