import { existsSync } from 'node:fs'
import { StorageFailure } from '../../../domain/refused.ts'
import { codeOf, messageOf } from '../../../error-code.ts'
import { isFolder } from '../../../make-folder.ts'

/** The data folder cannot be used, and why; the command line turns it into exit 3. */
export class DataFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataFolderError'
  }
}

/** Turns errors of the disk or the database file into a `StorageFailure` (D42); other errors stay as they are. */
export function asStorageFailure(cause: unknown): unknown {
  // The driver's own words for a database that was closed under a statement.
  const isClosed = /database connection is not open/.test(messageOf(cause))
  const code = codeOf(cause)
  // A broken constraint is a bug of ours, not the disk's.
  const isDisk = code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
  return isClosed || isDisk ? new StorageFailure(cause) : cause
}

/** Runs a read; an error of the disk becomes a `StorageFailure`. */
export function reading<R>(read: () => R): R {
  try {
    return read()
  } catch (cause) {
    throw asStorageFailure(cause)
  }
}

/** `PRAGMA quick_check` found damage. */
export class DamagedDatabase extends Error {
  readonly code = 'SQLITE_CORRUPT'
}

/** True for SQLite's errors about a damaged file, or one that is not a database. */
export function isDamage(cause: unknown): boolean {
  return /^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(cause))
}

/** Explains an error of opening the folder or its database; a bug stays as it is. */
export function unusable(folder: string, cause: unknown): unknown {
  const code = codeOf(cause)
  if (code.startsWith('SQLITE_BUSY')) return inUse(folder)
  if (isDamage(cause)) {
    return cannotUse(
      folder,
      `its sandbox.db is damaged (${messageOf(cause)}) and was left as it is; put a copy of it back, delete the folder to start over, or name another with --data`,
    )
  }
  // What the system refuses, asked by Node or by SQLite.
  if (!/^(?:E[A-Z]|SQLITE_(?:CANTOPEN|READONLY|IOERR|FULL|PERM))/.test(code)) return cause
  if (existsSync(folder) && !isFolder(folder)) {
    return cannotUse(
      folder,
      'it is a file; copy a backup into an empty folder as sandbox.db, and name that with --data',
    )
  }
  return cannotUse(folder, `${messageOf(cause)}; let this user write there, or name another with --data`)
}

function cannotUse(folder: string, why: string): DataFolderError {
  return new DataFolderError(`Cannot use the data folder ${folder}: ${why}`)
}

function inUse(folder: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} is in use by another payments-sandbox: stop that one, or name another folder with --data`,
  )
}
