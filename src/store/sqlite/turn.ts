import type Database from 'better-sqlite3'
import { StorageFailure } from '../../domain/refused.ts'
import { endOfTurn } from '../../time/tuned-turn-end.ts'
import { asStorageFailure } from './file/errors.ts'
import { createLogFlush, withoutSavepointsFirst } from './tuned-commits.ts'

export interface Turn {
  /**
   * Runs `work` at the end of this turn, after all that came before it. Resolves with its result once the turn is
   * committed; rejects when the work threw (only its own changes are undone) or the commit failed (nothing of the turn
   * was stored). Work may run a second time, from what was stored before the turn: it must be a pure decision.
   */
  run<R>(work: () => R): Promise<R>
  /** Releases the files that commits are flushed by; call it before the database is closed. */
  close(): void
}

export interface TurnEvents {
  /** Called after the commit, before any promise resolves. */
  readonly committed: () => void
  /** The writes of one command, or of the turn, were undone: remembered rows are outdated. */
  readonly undone: (what: 'command' | 'turn') => void
}

type Answer = () => void

interface Command {
  readonly run: () => Answer
  readonly reject: (cause: unknown) => void
}

/** One commit per event-loop turn. Commands wait for the end of the turn and then run in a row. */
export function createTurn(db: Database.Database, events: TurnEvents): Turn {
  const logFlush = createLogFlush(db)
  const commitAll = transacting(db, events, logFlush.committed)
  let waiting: Command[] = []

  function close(): void {
    const commands = waiting
    waiting = []
    let answers: readonly Answer[]
    try {
      answers = withoutSavepointsFirst((savepoints) => commitAll(commands, savepoints))
    } catch (cause) {
      for (const { reject } of commands) reject(new StorageFailure(cause))
      return
    }
    try {
      events.committed()
    } finally {
      for (const answer of answers) answer()
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

/** Runs commands in one transaction, each in a savepoint of its own if asked for, so that one that throws fails alone. */
function transacting(db: Database.Database, { undone }: TurnEvents, afterCommit: () => void) {
  const sql = (text: string) => db.prepare(text)
  const [begin, commit, rollback] = [sql('BEGIN IMMEDIATE'), sql('COMMIT'), sql('ROLLBACK')]
  const [save, release, undo] = [sql('SAVEPOINT command'), sql('RELEASE command'), sql('ROLLBACK TO command')]

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

  return (commands: readonly Command[], savepoints: boolean): readonly Answer[] => {
    try {
      begin.run()
      const answers = commands.map((command) => {
        const answer = savepoints ? inSavepoint(command) : command.run()
        // A full disk makes SQLite give up the whole transaction.
        if (!db.inTransaction) throw Object.assign(new Error('the transaction was given up'), { code: 'SQLITE_FULL' })
        return answer
      })
      commit.run()
      afterCommit()
      return answers
    } catch (cause) {
      undone('turn')
      if (db.open && db.inTransaction) rollback.run()
      throw cause
    }
  }
}
