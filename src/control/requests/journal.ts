import { keptBytes, type ReceivedCall } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'

/** A call in the journal; `number` rises across businesses. */
export interface JournalEntry {
  readonly number: number
  /** When it was answered. */
  readonly at: SandboxMs
  readonly call: ReceivedCall
  /** About how much memory it holds. */
  readonly bytes: number
}

/** The calls that the service's routes received, in memory: the last of all businesses together. */
export interface Journal {
  record(call: ReceivedCall): void
  /** The calls of a business after a number, newest first. */
  newest(key: string, afterNumber?: number): readonly JournalEntry[]
  /** The number of the last call of all. */
  lastNumber(): number
  forget(key: string): void
  /** Calls `listener` with the key of each call; the returned function ends that. */
  onRecord(listener: (key: string) => void): () => void
}

/** How much is kept: beyond any of these the oldest calls go. */
export interface JournalLimits {
  readonly calls: number
  readonly bytes: number
  /** Shown of one business. */
  readonly callsPerBusiness: number
}

const usual: JournalLimits = { calls: 10_000, bytes: 32 * 1024 * 1024, callsPerBusiness: 1000 }
/** What an entry takes beside its texts, roughly. */
const entryBytes = 1024

/** An empty journal; `now` is a business's sandbox time. */
export function createJournal(now: (key: string) => SandboxMs, limits: JournalLimits = usual): Journal {
  /** A ring: each entry by the remainder of its number. */
  const slots: (JournalEntry | undefined)[] = []
  const listeners = new Set<(key: string) => void>()
  let firstNumber = 1
  let lastNumber = 0
  let heldBytes = 0

  /** Null while the database cannot be read: the time of the business is unknown then. */
  const timeOf = (key: string) => {
    try {
      return now(key)
    } catch (cause) {
      if (cause instanceof StorageFailure) return null
      throw cause
    }
  }

  const drop = (slot: number) => {
    heldBytes -= slots[slot]?.bytes ?? 0
    slots[slot] = undefined
  }

  return {
    record(call) {
      const at = timeOf(call.key)
      if (at === null) return
      const entry = { number: ++lastNumber, at, call, bytes: sizeOf(call) }
      const slot = lastNumber % limits.calls
      drop(slot)
      slots[slot] = entry
      heldBytes += entry.bytes
      firstNumber = Math.max(firstNumber, lastNumber - limits.calls + 1)
      while (heldBytes > limits.bytes) drop(firstNumber++ % limits.calls)
      for (const listener of listeners) listener(call.key)
    },
    newest(key, afterNumber = 0) {
      const found: JournalEntry[] = []
      const end = Math.max(firstNumber, afterNumber + 1)
      for (let number = lastNumber; number >= end && found.length < limits.callsPerBusiness; number--) {
        const entry = slots[number % limits.calls]
        if (entry?.call.key === key) found.push(entry)
      }
      return found
    },
    lastNumber: () => lastNumber,
    forget(key) {
      for (const [slot, entry] of slots.entries()) if (entry?.call.key === key) drop(slot)
    },
    onRecord(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** About how much memory a call holds; a body that is still coming counts in full. */
function sizeOf({ body, answer, url, rawHeaders }: ReceivedCall): number {
  let bytes = entryBytes + url.length + 2 * (answer?.length ?? 0)
  for (const text of rawHeaders) bytes += text.length
  return bytes + (body.isComing ? keptBytes : (body.start?.length ?? 0))
}
