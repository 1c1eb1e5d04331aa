import { closeSync, existsSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { codeOf } from '../../../error-code.ts'
import { makeFolder } from '../../../make-folder.ts'
import { checkFile } from './check-file.ts'
import { closeAsFound } from './close-as-found.ts'
import { DataFolderError, isDamage, unusable } from './errors.ts'
import { loadDriver } from './load-driver.ts'
import { schemaSteps } from './schema.ts'

/** Where the state lives: a folder, or memory. `durable` waits for the disk at every commit. */
export interface DatabaseOptions {
  readonly folder: string | ':memory:'
  readonly durable: boolean
  readonly seed: number | null
  readonly steps?: readonly string[]
  /** Reads the whole file first, and refuses it for damage anywhere. */
  readonly isChecked?: boolean
}

export interface OpenedDatabase {
  readonly db: Database.Database
  readonly seed: number
}

/** Opens and migrates a database that no other process uses. One whose damage is seen here is refused before anything is written. */
export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  const { folder, durable, seed, steps = schemaSteps, isChecked = false } = options
  const Sqlite = loadDriver()
  const db = connect(Sqlite, folder)
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    refuseUnreadable(db, folder, steps.length)
    if (isChecked) checkFile(db)
    // SQLite looks for damage in each page that it reads.
    db.pragma('cell_size_check = ON')
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    db.pragma('foreign_keys = ON')
    // 2 MB, not the driver's 16: the system keeps the file in memory anyway.
    db.pragma('cache_size = -2048')
    migrate(db, steps)
    shrink(db)
    return { db, seed: keepSeed(db, folder, seed) }
  } catch (cause) {
    throw closedBy(cause, db, folder)
  }
}

/** Closes a database that cannot be used. Returns the error that says why. */
export function closedBy(cause: unknown, db: Database.Database, folder: string): unknown {
  if (isDamage(cause)) closeAsFound(db, folder)
  else db.close()
  return unusable(folder, cause)
}

function connect(Sqlite: typeof Database, folder: string): Database.Database {
  if (folder === ':memory:') return new Sqlite(':memory:')
  try {
    // The state has API keys and phone numbers: it is for this user alone. SQLite gives its other files the mode of the database.
    makeFolder(folder, 0o700)
    // The folder keeps itself out of the merchant's repository; one that was there before may have its own rules.
    const ignoreFile = join(folder, '.gitignore')
    // A full disk leaves an empty one.
    if (!existsSync(ignoreFile) || statSync(ignoreFile).size === 0) writeFileSync(ignoreFile, '*\n', { mode: 0o600 })
    const file = join(folder, 'sandbox.db')
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    return new Sqlite(file, { timeout: 250 })
  } catch (cause) {
    throw unusable(folder, cause)
  }
}

/** `PRAGMA application_id` of a database that this package made: "psbx". */
const applicationId = 0x70736278

/** `PRAGMA user_version` of a new database is 12, and one more after each further step. Databases of development had 1 to 11. */
const versionsBefore = 11

function refuseUnreadable(db: Database.Database, folder: string, steps: number): void {
  if (db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined) return
  if (db.pragma('application_id', { simple: true }) !== applicationId || stepsIn(db) < 1) {
    throw new DataFolderError(
      `The data folder ${folder} was written by payments-sandbox before its first release, or not by it at all: delete the folder, or name another with --data`,
    )
  }
  if (stepsIn(db) <= steps) return
  throw new DataFolderError(
    `The data folder ${folder} was written by a newer version of payments-sandbox: update the package, or delete the folder`,
  )
}

/** Applies the missing steps, each whole or not at all. */
function migrate(db: Database.Database, steps: readonly string[]): void {
  const apply = db.transaction((sql: string, count: number) => {
    db.exec(sql)
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${versionsBefore + count}`)
  })
  for (let done = Math.max(0, stepsIn(db)); done < steps.length; done++) apply.immediate(steps[done] ?? '', done + 1)
}

/** The number of applied steps; less than one for a database without any. */
function stepsIn(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true })) - versionsBefore
}

/** Empty pages that stay in the file, 40 MB: less is not worth shrinking. */
const mostFreePages = 10_000

/** Returns space to the disk if most of the file is empty, and deletes unused plans. */
function shrink(db: Database.Database): void {
  const [free, all] = ['freelist_count', 'page_count'].map((name) => Number(db.pragma(name, { simple: true })))
  if (free === undefined || all === undefined || free <= mostFreePages || free * 2 <= all) return
  try {
    db.exec(
      'DELETE FROM plans WHERE id NOT IN (SELECT plan_id FROM transactions); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)',
    )
  } catch (cause) {
    // It needs room for a copy; without it the file only stays as large as it is.
    if (codeOf(cause) !== 'SQLITE_FULL') throw cause
  }
}

function keepSeed(db: Database.Database, folder: string, asked: number | null): number {
  const row = db.prepare<[], { value: string }>("SELECT value FROM meta WHERE name = 'seed'").get()
  if (!row) {
    const seed = asked ?? 1
    db.prepare("INSERT INTO meta (name, value) VALUES ('seed', ?)").run(String(seed))
    return seed
  }
  const stored = Number(row.value)
  if (asked === null || asked === stored) return stored
  throw new DataFolderError(
    `The data folder ${folder} was made with --seed ${stored}, not ${asked}: leave --seed out, or name another folder with --data`,
  )
}
