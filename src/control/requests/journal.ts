import { noKey, type ReceivedCall } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/refused.ts'
import { type JournalEntry, journalEntry, type KeptCall, keep } from './tuned-kept-call.ts'

export interface Journal {
  record(call: ReceivedCall): void
  newest(key: string, afterNumber?: number): readonly JournalEntry[]
  /** The keys of the calls that are kept. */
  keys(): ReadonlySet<string>
  lastNumber(): number
  forget(key: string): void
  /** Calls `listener` with each call and its key; the returned function ends that. */
  onRecord(listener: Listener): () => void
}

type Listener = (key: string, call: ReceivedCall) => void

/** How many calls are kept of all businesses together, and shown of one. */
const usual = { calls: 10_000, callsPerBusiness: 1000 }

/** An empty journal; `now` is a business's sandbox time. */
export function createJournal(now: (key: string) => SandboxMs, limits = usual): Journal {
  const entries: (KeptCall | undefined)[] = []
  const listeners = new Set<Listener>()
  let last = 0

  /** Returns null while the database cannot be read: the time of the business is unknown then. */
  const timeOf = (key: string) => {
    try {
      return now(key)
    } catch (cause) {
      if (cause instanceof StorageFailure) return null
      throw cause
    }
  }

  return {
    record(call) {
      const at = timeOf(call.key)
      if (at === null) return
      last += 1
      // Takes the place of the oldest.
      entries[last % limits.calls] = keep(call, last, at)
      for (const listener of listeners) listener(call.key, call)
    },
    newest(key, afterNumber = 0) {
      const found: JournalEntry[] = []
      const end = Math.max(last - limits.calls, afterNumber)
      for (let number = last; number > end && found.length < limits.callsPerBusiness; number--) {
        const entry = entries[number % limits.calls]
        if (entry?.key === key) found.push(journalEntry(entry))
      }
      return found
    },
    keys: () => new Set(entries.flatMap((entry) => (entry === undefined || entry.key === noKey ? [] : [entry.key]))),
    lastNumber: () => last,
    forget(key) {
      for (const [place, entry] of entries.entries()) if (entry?.key === key) entries[place] = undefined
    },
    onRecord(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
