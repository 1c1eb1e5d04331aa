import { StorageFailure } from '../../domain/storage-failure.ts'

/** What the disk or the database file is to blame for, as a `StorageFailure` (D42); everything else as it is. */
export function asStorageFailure(cause: unknown): unknown {
  return isStorageFault(cause) ? new StorageFailure(cause) : cause
}

/** Runs a read; what the disk is to blame for is thrown as a `StorageFailure`. */
export function reading<R>(read: () => R): R {
  try {
    return read()
  } catch (cause) {
    throw asStorageFailure(cause)
  }
}

function isStorageFault(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  // The driver's own words for a database that was closed under a statement.
  if (cause instanceof TypeError && /database connection is not open/.test(cause.message)) return true
  // A broken constraint is a bug of ours, not the disk's.
  if (!('code' in cause && typeof cause.code === 'string')) return false
  return cause.code.startsWith('SQLITE_') && !cause.code.startsWith('SQLITE_CONSTRAINT')
}
