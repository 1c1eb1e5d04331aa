import { createHash } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { StorageFailure } from '../../../domain/refusals.ts'

const reserveBytes = 1024 * 1024
/** With less room than this the disk counts as full. */
const leastFreeBytes = 4 * reserveBytes
/** With less room than this the log is kept short: what stands only in it needs room in the database file. */
const nearBytes = 32 * reserveBytes
const shortLogPages = 64
/** Commits between two looks at the room. */
const every = 32

export type Reserve = ReturnType<typeof createReserve>

/** A file that holds a part of the disk, and is given up when the disk is full and work is to make room in the database. */
export function createReserve(db: Database.Database) {
  const folder = dirname(db.name)
  const file = join(folder, 'reserve')
  let commits = 0
  let isGivenUp = false
  const log = logOf(db)

  function hasLess(bytes: number): boolean {
    if (db.memory) return false
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < bytes
  }

  function giveUp(): void {
    isGivenUp = true
    if (!db.memory) rmSync(file, { force: true })
    log.keepShort(true)
    log.empty()
  }

  return {
    /** Makes the file if it is not there and the disk has room. */
    hold(): void {
      if (db.memory || (existsSync(file) && statSync(file).size === reserveBytes)) return
      try {
        if (hasLess(leastFreeBytes)) return
        // Zeros would take no room on some disks.
        const bytes = createHash('shake256', { outputLength: reserveBytes }).digest()
        writeFileSync(file, bytes, { flush: true })
        isGivenUp = false
      } catch {
        rmSync(file, { force: true })
      }
    },
    /** Call it after each commit. */
    committed(): void {
      if (!isGivenUp && commits++ % every === 0) log.keepShort(hasLess(nearBytes))
    },
    /** True if work that makes room is to go in small steps, and to be waited for. */
    isTight: () => isGivenUp || hasLess(leastFreeBytes),
    /** Runs work that makes room. If the disk is full for it, gives the reserve up and runs it again, from what is stored. */
    async making<R>(work: () => Promise<R>): Promise<R> {
      try {
        return await work()
      } catch (cause) {
        if (!(cause instanceof StorageFailure && cause.facts.isFull)) throw cause
        giveUp()
        return work()
      } finally {
        if (isGivenUp && db.open) log.empty()
      }
    },
  }
}

function logOf(db: Database.Database) {
  /** While it is kept short: its pages between two checkpoints before that. */
  let pagesBefore: unknown = null
  return {
    keepShort(isShort: boolean): void {
      if (isShort === (pagesBefore !== null)) return
      const pages = isShort ? shortLogPages : pagesBefore
      pagesBefore = isShort ? db.pragma('wal_autocheckpoint', { simple: true }) : null
      db.pragma(`wal_autocheckpoint = ${pages}`)
    },
    empty(): void {
      try {
        db.pragma('wal_checkpoint(TRUNCATE)')
      } catch {
        // What the database file has no room for stays in the log.
      }
    },
  }
}
