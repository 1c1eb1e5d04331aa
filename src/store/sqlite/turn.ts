import type Database from 'better-sqlite3'
import { StorageFailure } from '../../domain/storage-failure.ts'
import { endOfTurn } from '../../time.ts'
import { asStorageFailure } from './storage-fault.ts'

/** Runs work inside the one database transaction of this event-loop turn. */
export interface Turn {
  /**
   * Runs `work` at once, in a savepoint of its own. Resolves with its result once the turn is committed; rejects when
   * the work threw (only its own changes are undone) or the commit failed (nothing of the turn was stored).
   */
  run<R>(work: () => R): Promise<R>
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

/** What happens around a turn's commit. */
export interface TurnEvents {
  /** Last writes of the turn. */
  readonly committing: () => void
  /** Called after the commit, before anybody who waits is told. */
  readonly committed: () => void
  /** The writes of one command, or of the whole turn, were undone: what was remembered of them is wrong. */
  readonly undone: (what: 'command' | 'turn') => void
}

/** One commit per event-loop turn. */
export function createTurn(db: Database.Database, { committing, committed, undone }: TurnEvents): Turn {
  const sql = (text: string) => db.prepare(text)
  const [begin, commit, rollback] = [sql('BEGIN IMMEDIATE'), sql('COMMIT'), sql('ROLLBACK')]
  const [save, release, undo] = [sql('SAVEPOINT command'), sql('RELEASE command'), sql('ROLLBACK TO command')]
  let waiting: Waiting[] = []

  function close(): void {
    const told = waiting
    waiting = []
    try {
      if (!db.inTransaction) throw new Error('the transaction was given up')
      committing()
      commit.run()
    } catch (cause) {
      undone('turn')
      for (const one of told) one.reject(new StorageFailure(cause))
      if (db.open && db.inTransaction) rollback.run()
      return
    }
    try {
      committed()
    } finally {
      for (const one of told) one.resolve()
    }
  }

  function inSavepoint<R>(work: () => R): R {
    let isSaved = false
    try {
      save.run()
      isSaved = true
      const result = work()
      release.run()
      return result
    } catch (cause) {
      // A full disk makes SQLite give up the whole transaction; then `close` finds none and fails the turn.
      undone('command')
      if (isSaved && db.inTransaction) {
        undo.run()
        release.run()
      }
      throw asStorageFailure(cause)
    }
  }

  return {
    run: <R>(work: () => R) =>
      new Promise<R>((resolve, reject) => {
        try {
          if (waiting.length > 0 && !db.inTransaction) throw new Error('the transaction was given up')
          if (waiting.length === 0) {
            begin.run()
            endOfTurn(close)
          }
        } catch (cause) {
          return reject(new StorageFailure(cause))
        }
        try {
          const result = inSavepoint(work)
          waiting.push({ resolve: () => resolve(result), reject })
        } catch (cause) {
          waiting.push({ resolve: () => reject(cause), reject: () => reject(cause) })
        }
      }),
  }
}
