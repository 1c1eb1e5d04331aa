import type Database from 'better-sqlite3'
import { asStorageFailure } from '../file/errors.ts'
import { copyOnline, deleteCopy, openCopy } from '../file/online-copy.ts'
import { openTables, type Tables } from '../open-tables.ts'
import { noQuotas } from '../quotas.ts'
import type { BusinessTemplate } from '../remembered.ts'
import type { Closed } from './closed.ts'

interface Copying {
  readonly db: Database.Database
  readonly closed: Closed
  readonly template: BusinessTemplate
}

/** A database with its tables. */
export interface Source {
  readonly db: Database.Database
  readonly tables: Tables
}

/** Reads from a copy of the database file. Copies are made one after the other, as each takes room on the disk. */
export function createCopied({ db, closed, template }: Copying) {
  const file = `${db.name}-copy`
  let opened: Database.Database | null = null
  let last: Promise<unknown> = Promise.resolve()
  // A process that was killed left it.
  close()

  function close(): void {
    opened?.close()
    opened = null
    if (!db.memory) deleteCopy(file)
  }

  async function readCopy<R>(key: string, read: (source: Source) => Promise<R>): Promise<R> {
    try {
      // A prune that was half done would be in the copy.
      await closed.beside(key, () => copyOnline(db, file))
      opened = openCopy(file)
      return await read({ db: opened, tables: openTables(opened, template, noQuotas) })
    } catch (cause) {
      throw asStorageFailure(cause)
    } finally {
      close()
    }
  }

  return {
    /** Calls `read` with the database as it was at the end of the copy. */
    read<R>(key: string, read: (source: Source) => Promise<R>): Promise<R> {
      const result = last.then(() => readCopy(key, read))
      last = result.catch(() => undefined)
      return result
    },
    close,
  }
}
