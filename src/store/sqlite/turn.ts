import { close as closeFile, fsync, open } from 'node:fs'
import type Database from 'better-sqlite3'
import { StorageFailure } from '../../domain/storage-failure.ts'
import { endOfTurn } from '../../time.ts'
import { asStorageFailure } from './file/errors.ts'

/** Runs work inside the one database transaction of this event-loop turn. */
export interface Turn {
  /**
   * Runs `work` at the end of this turn, after all that came before it. Resolves with its result once the turn is
   * committed; rejects when the work threw (only its own changes are undone) or the commit failed (nothing of the turn
   * was stored). Work may run a second time, from what was stored before the turn: it must be a pure decision.
   */
  run<R>(work: () => R): Promise<R>
  /** Lets go of the files that commits are flushed by; to be called before the database is closed. */
  close(): void
}

/** What happens around a turn's commit. */
export interface TurnEvents {
  /** Last writes of the turn. */
  readonly committing: () => void
  /** Called after the commit, before any promise resolves. */
  readonly committed: () => void
  /** The writes of one command, or of the whole turn, were undone: what was remembered of them is wrong. */
  readonly undone: (what: 'command' | 'turn') => void
}

/** Answers a command's caller, after the commit. */
type Answer = () => void

interface Command {
  readonly run: () => Answer
  readonly reject: (cause: unknown) => void
}

/**
 * One commit per event-loop turn. Commands wait for the end of the turn and then run in a row: each between two socket
 * reads would find the processor's caches cold, and the same SQL would take three times as long (measured). They run
 * without savepoints, which cost a quarter of the commands' time; only when one throws, the turn is undone and
 * run again with a savepoint for each.
 */
export function createTurn(db: Database.Database, { committing, committed, undone }: TurnEvents): Turn {
  const sql = (text: string) => db.prepare(text)
  const [begin, commit, rollback] = [sql('BEGIN IMMEDIATE'), sql('COMMIT'), sql('ROLLBACK')]
  const [save, release, undo] = [sql('SAVEPOINT command'), sql('RELEASE command'), sql('ROLLBACK TO command')]
  const logFlush = createLogFlush(db)
  let waiting: Command[] = []

  function close(): void {
    const commands = waiting
    waiting = []
    let answers: readonly Answer[]
    try {
      answers = commitOrUndo(commands)
    } catch (cause) {
      for (const { reject } of commands) reject(new StorageFailure(cause))
      return
    }
    try {
      committed()
    } finally {
      for (const answer of answers) answer()
    }
  }

  function commitOrUndo(commands: readonly Command[]): readonly Answer[] {
    try {
      return commitAll(commands, ({ run }) => run())
    } catch {
      return commitAll(commands, inSavepoint)
    }
  }

  function commitAll(commands: readonly Command[], run: (command: Command) => Answer): readonly Answer[] {
    try {
      begin.run()
      const answers = commands.map((command) => {
        const answer = run(command)
        // A full disk makes SQLite give up the whole transaction.
        if (!db.inTransaction) throw new Error('the transaction was given up')
        return answer
      })
      committing()
      commit.run()
      logFlush.committed()
      return answers
    } catch (cause) {
      undone('turn')
      if (db.open && db.inTransaction) rollback.run()
      throw cause
    }
  }

  function inSavepoint(command: Command): Answer {
    try {
      save.run()
      const answer = command.run()
      release.run()
      return answer
    } catch (cause) {
      undone('command')
      if (db.open && db.inTransaction) {
        undo.run()
        release.run()
      }
      return () => command.reject(asStorageFailure(cause))
    }
  }

  return {
    run: <R>(work: () => R) =>
      new Promise<R>((resolve, reject) => {
        const run = () => {
          const result = work()
          return () => resolve(result)
        }
        waiting.push({ run, reject })
        if (waiting.length === 1) endOfTurn(close)
      }),
    close: logFlush.close,
  }
}

/** Commits between two flushes: about five flushes from one checkpoint to the next. */
const every = 8

/**
 * Lets the disk write the log while commits go on, to be called after each. Otherwise a checkpoint waits until all that
 * was written since the last one is on the disk, and everybody waits for the checkpoint: 20 ms instead of 9 (measured).
 * Whatever fails here only leaves more to the checkpoint.
 */
function createLogFlush(db: Database.Database): { committed(): void; close(): void } {
  let commits = 0
  let isBusy = false
  let isClosed = db.memory
  let log: number | null = null

  function flush(file: number): void {
    fsync(file, () => {
      isBusy = false
      if (isClosed) closeLog()
    })
  }

  /** Once only: the number may be another file's by then. */
  function closeLog(): void {
    if (log === null) return
    const file = log
    log = null
    closeFile(file, () => {})
  }

  return {
    committed(): void {
      commits += 1
      if (isClosed || isBusy || commits % every !== 0) return
      isBusy = true
      if (log !== null) {
        flush(log)
        return
      }
      open(`${db.name}-wal`, 'r+', (error, file) => {
        if (error) {
          isBusy = false
          return
        }
        log = file
        flush(file)
      })
    },
    close(): void {
      isClosed = true
      if (!isBusy) closeLog()
    },
  }
}
