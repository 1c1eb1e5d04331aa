import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'

const Driver: typeof Sqlite = createRequire(import.meta.url)('better-sqlite3')

/** A disk with an empty, migrated database: the bytes that a process finds at its first start. */
export function emptyDisk(): Buffer {
  const { db } = openDatabase({ folder: ':memory:', durable: false, seed: 1 })
  const image = db.serialize()
  db.close()
  return image
}

/** Opens a copy of what a disk holds, in memory. */
export function openImage(image: Buffer): Sqlite.Database {
  const db = new Driver(image)
  db.pragma('foreign_keys = ON')
  return db
}
