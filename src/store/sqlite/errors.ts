import { StorageFailure } from '../../domain/storage-failure.ts'

/** What the data folder cannot be used for, and why; the command line turns it into exit 3. */
export class DataFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DataFolderError'
  }
}

/** What the disk or the database file is to blame for, as a `StorageFailure` (D42); everything else as it is. */
export function asStorageFailure(cause: unknown): unknown {
  // The driver's own words for a database that was closed under a statement.
  const isClosed = cause instanceof TypeError && /database connection is not open/.test(cause.message)
  const code = codeOf(cause)
  // A broken constraint is a bug of ours, not the disk's.
  const isDisk = code.startsWith('SQLITE_') && !code.startsWith('SQLITE_CONSTRAINT')
  return isClosed || isDisk ? new StorageFailure(cause) : cause
}

/** Runs a read; what the disk is to blame for is thrown as a `StorageFailure`. */
export function reading<R>(read: () => R): R {
  try {
    return read()
  } catch (cause) {
    throw asStorageFailure(cause)
  }
}

/** What to say of an error of the database itself while it opens; any other is a bug and stays what it is. */
export function unusable(folder: string, cause: unknown): unknown {
  const code = codeOf(cause)
  if (code.startsWith('SQLITE_BUSY')) return inUse(folder)
  return /^SQLITE_(?:NOTADB|CORRUPT|CANTOPEN|READONLY|IOERR|FULL|PERM)/.test(code) ? cannotUse(folder, cause) : cause
}

/** A folder that cannot be made, read or written. */
export function cannotUse(folder: string, cause: unknown): DataFolderError {
  const why = cause instanceof Error ? cause.message : cause
  return new DataFolderError(`Cannot use the data folder ${folder}: ${why}; name another with --data`)
}

function inUse(folder: string): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} is in use by another payments-sandbox: stop that one, or name another folder with --data`,
  )
}

/** The driver's code of an error, such as SQLITE_FULL; empty for any other error. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
