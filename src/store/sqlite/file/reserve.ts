import { createHash } from 'node:crypto'
import { lstatSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { StorageFailure } from '../../../domain/refusals.ts'
import { alarm } from '../../../time.ts'

const reserveBytes = 1024 * 1024
/** With less room than this the disk counts as full. */
const leastFreeBytes = 4 * reserveBytes
/** With less room than this the log is kept short: what stands only in it needs room in the database file. */
const nearBytes = 256 * reserveBytes
const shortLogPages = 64
/** Commits between two looks at the room, and milliseconds. */
const every = 32
const everyMs = 1000

export type Reserve = ReturnType<typeof createReserve>

/** A file that holds a part of the disk, and is given up when the disk is full and work is to make room in the database. */
export function createReserve(db: Database.Database) {
  const folder = dirname(db.name)
  const file = join(folder, 'reserve')
  let commits = 0
  let isGivenUp = false
  let isWatched = db.memory
  const timer = alarm()
  const log = logOf(db)
  const room = () => (db.memory ? Number.NaN : freeBytes(folder))

  function giveUp(): void {
    isGivenUp = true
    if (!db.memory) remove(file)
    log.keepShort(true)
    log.empty()
  }

  /** Makes the file if it is not there and the disk has room. */
  function hold(): void {
    if (room() >= leastFreeBytes && makeFile(file)) isGivenUp = false
  }

  function look(): void {
    hold()
    log.keepShort(isGivenUp || room() < nearBytes)
  }

  /** Looks each second while commits come, and empties the log afterwards: others can fill the disk later. */
  function watch(seen = commits): void {
    isWatched = true
    timer.in(everyMs, () => {
      if (!db.open) return
      look()
      if (commits !== seen) return watch()
      isWatched = false
      log.empty()
    })
  }

  return {
    hold,
    /** Call it after each commit. */
    committed(): void {
      if (commits++ % every === 0) look()
      if (!isWatched) watch()
    },
    close: () => timer.off(),
    /** True if work that makes room is to go in small steps, and to be waited for. */
    isTight: () => isGivenUp || room() < leastFreeBytes,
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

/** Free bytes of the disk; NaN if the folder was deleted: its open database works on. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.NaN
  }
}

/** Returns whether the file is there now. */
function makeFile(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.isFile() && found.size === reserveBytes) return true
  if (found?.isDirectory()) return false
  remove(file)
  try {
    // Zeros would take no room on some disks.
    const bytes = createHash('shake256', { outputLength: reserveBytes }).digest()
    writeFileSync(file, bytes, { flag: 'wx', flush: true })
    return true
  } catch {
    remove(file)
    return false
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // A folder of that name is the user's.
  }
}

function logOf(db: Database.Database) {
  /** While it is kept short: its pages between two checkpoints before that. */
  let pagesBefore: unknown = null

  function empty(): void {
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // What the database file has no room for stays in the log.
    }
  }

  return {
    /** A long log is emptied first: a full disk has room in it for more than fits into the database file. */
    keepShort(isShort: boolean): void {
      if (isShort === (pagesBefore !== null)) return
      const pages = isShort ? shortLogPages : pagesBefore
      pagesBefore = isShort ? db.pragma('wal_autocheckpoint', { simple: true }) : null
      db.pragma(`wal_autocheckpoint = ${pages}`)
      if (isShort) empty()
    },
    empty,
  }
}
