import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { migrations } from './migrations/index.ts'

/** What the data folder cannot be used for, and why; the command line turns it into exit 3. */
export class DataFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataFolderError'
  }
}

/** Where the state lives: a folder, or memory. `durable` waits for the disk at every commit. */
export interface DatabaseOptions {
  readonly folder: string | ':memory:'
  readonly durable: boolean
  readonly seed: number | null
}

/** An open, migrated database that no other process uses, and the seed it was made with. */
export function openDatabase({ folder, durable, seed }: DatabaseOptions): { db: Database.Database; seed: number } {
  const db = connect(folder)
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -65536')
    // Checkpoints wait for the disk: fewer of them, 64 MB apart.
    db.pragma('wal_autocheckpoint = 16000')
    migrate(db, folder)
    shrink(db)
    return { db, seed: keepSeed(db, folder, seed) }
  } catch (cause) {
    db.close()
    throw unusable(folder, cause)
  }
}

function connect(folder: string): Database.Database {
  const Sqlite = loadDriver()
  if (folder === ':memory:') return new Sqlite(':memory:')
  try {
    mkdirSync(folder, { recursive: true })
    // The folder keeps itself out of the merchant's repository; one that was there before may have its own rules.
    const ignoreFile = join(folder, '.gitignore')
    if (!existsSync(ignoreFile)) writeFileSync(ignoreFile, '*\n')
    return new Sqlite(join(folder, 'sandbox.db'), { timeout: 250 })
  } catch (cause) {
    throw cannotUse(folder, cause)
  }
}

/** Version 13 of the driver crashes the process where Node-API 10 is missing, so look before loading its binary. */
function loadDriver(): typeof Database {
  const require = createRequire(import.meta.url)
  const { version } = require('better-sqlite3/package.json') as { version: string }
  if (Number.parseInt(version, 10) >= 13 && Number(process.versions.napi) < 10) {
    throw new DataFolderError(
      `better-sqlite3 ${version} needs Node 22.14 or later and this is ${process.version}: install better-sqlite3@12.9.0, or a newer Node`,
    )
  }
  return require('better-sqlite3') as typeof Database
}

function migrate(db: Database.Database, folder: string): void {
  const applied = Number(db.pragma('user_version', { simple: true }))
  if (applied > migrations.length) {
    throw new DataFolderError(
      `The data folder ${folder} was written by a newer version of payments-sandbox: update the package, or delete the folder`,
    )
  }
  const step = db.transaction((sql: string, version: number) => {
    db.exec(sql)
    db.pragma(`user_version = ${version}`)
  })
  migrations.slice(applied).forEach((sql, index) => {
    step.immediate(sql, applied + index + 1)
  })
}

/** Pages that may stand empty before it is worth the time to shrink the file: 40 MB. */
const mostFreePages = 10_000

/** Gives back to the disk what a prune, a reset or a deleted snapshot left empty, once that is most of the file. */
function shrink(db: Database.Database): void {
  const [free, all] = ['freelist_count', 'page_count'].map((name) => Number(db.pragma(name, { simple: true })))
  if (free === undefined || all === undefined || free <= mostFreePages || free * 2 <= all) return
  try {
    db.exec('VACUUM')
  } catch (cause) {
    // It needs room for a copy; without it the file only stays as large as it is.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_FULL')) throw cause
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

/** What to say of an error of the database itself; any other is a bug and stays what it is. */
function unusable(folder: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code.startsWith('SQLITE_BUSY')) return inUse(folder)
  return /^SQLITE_(?:NOTADB|CORRUPT|CANTOPEN|READONLY|IOERR|FULL|PERM)/.test(code) ? cannotUse(folder, cause) : cause
}

function cannotUse(folder: string, cause: unknown): DataFolderError {
  const why = cause instanceof Error ? cause.message : cause
  return new DataFolderError(`Cannot use the data folder ${folder}: ${why}; name another with --data`)
}

function inUse(folder: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} is in use by another payments-sandbox: stop that one, or name another folder with --data`,
  )
}
