import type Database from 'better-sqlite3'
import { asStorageFailure, reading } from '../file/errors.ts'
import { copyOnline, deleteCopy, deleteCopyAside } from '../file/online-copy.ts'
import type { BulkTools } from './tools.ts'

/** How a copy is used. */
interface Using<Opened> {
  readonly db: Database.Database
  readonly file: string
  readonly open: () => Opened
  readonly close: (opened: Opened) => void
}

/** Reads from a copy of the database file. Copies of one name are made one after the other, as each takes room on the disk. */
export function createCopied<Opened>({ db, file, open, close: closeOpened }: Using<Opened>) {
  let opened: Opened | null = null
  let last: Promise<unknown> = Promise.resolve()
  // A process that was killed left it.
  close()

  function closeCopy(): void {
    if (opened !== null) closeOpened(opened)
    opened = null
  }

  function close(): void {
    closeCopy()
    if (!db.memory) deleteCopy(file)
  }

  async function readCopy<R>(copying: Copying, read: (opened: Opened) => Promise<R>): Promise<R> {
    try {
      await copying(() => copyOnline(db, file))
      opened = open()
      return await read(opened)
    } catch (cause) {
      throw asStorageFailure(cause)
    } finally {
      closeCopy()
      await deleteCopyAside(file)
    }
  }

  return {
    /** Calls `read` with the database as it was at the end of the copy. `copying` says what the copy waits for. */
    read<R>(copying: Copying, read: (opened: Opened) => Promise<R>): Promise<R> {
      const result = last.then(() => readCopy(copying, read))
      last = result.catch(() => undefined)
      return result
    },
    close,
  }
}

type Copying = (copy: () => Promise<void>) => Promise<void>

/** Larger worlds are read from a copy of the database, which takes longer to begin. */
const mostHeld = 500

/** Returns whether a world is read from a copy, so that no command of its business waits. A copy of memory would be a file. */
export function isCopied({ db, tables }: Pick<BulkTools, 'db' | 'tables'>, key: string): boolean {
  if (db.memory) return false
  const { rowId } = reading(() => tables.remembered.business(key))
  return rowId !== null && reading(() => tables.transactions.hasMoreThan(rowId, mostHeld))
}
