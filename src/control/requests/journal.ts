import type { CallFacts, CallTexts } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import { createKeptCalls, type JournalEntry, type KeptLimits } from './kept-calls.ts'

/** The calls that the service's routes received, in memory: the last of all businesses together. */
export interface Journal {
  record(facts: CallFacts, texts: CallTexts): void
  /** The calls of a business after a number, newest first. */
  newest(key: string, afterNumber?: number): readonly JournalEntry[]
  /** The number of the last call of all. */
  lastNumber(): number
  forget(key: string): void
  /** Calls `listener` with the key of each call; the returned function ends that. */
  onRecord(listener: (key: string) => void): () => void
}

/** 16 MB are thirteen thousand usual calls; one business needs 1.5 MB for its thousand. */
const usual: KeptLimits = { calls: 10_000, bytes: 16 * 1024 * 1024, callsPerBusiness: 1000 }

/** An empty journal; `now` is a business's sandbox time. */
export function createJournal(now: (key: string) => SandboxMs, limits: KeptLimits = usual): Journal {
  const kept = createKeptCalls(limits)
  const listeners = new Set<(key: string) => void>()

  /** Null while the database cannot be read: the time of the business is unknown then. */
  const timeOf = (key: string) => {
    try {
      return now(key)
    } catch (cause) {
      if (cause instanceof StorageFailure) return null
      throw cause
    }
  }

  return {
    record(facts, texts) {
      const at = timeOf(facts.key)
      if (at === null) return
      kept.add(at, facts, texts)
      for (const listener of listeners) listener(facts.key)
    },
    newest(key, afterNumber = 0) {
      const found: JournalEntry[] = []
      const last = kept.lastNumber()
      const end = Math.max(last - limits.calls, afterNumber)
      for (let number = last; number > end && found.length < limits.callsPerBusiness; number--) {
        const entry = kept.get(number, key)
        if (entry !== null) found.push(entry)
      }
      return found
    },
    lastNumber: kept.lastNumber,
    forget: kept.forget,
    onRecord(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
