import { keptBytes, type ReceivedCall } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import { createRing, type RingBuffer } from './ring-buffer.ts'

/** A call in the journal; `number` rises across businesses. */
export interface JournalEntry {
  readonly number: number
  /** When it was answered. */
  readonly at: SandboxMs
  readonly call: ReceivedCall
  /** About how much memory it holds. */
  readonly bytes: number
}

/** The calls that the service's routes received, in memory: the last of each business. */
export interface Journal {
  record(call: ReceivedCall): void
  /** The calls of a business after a number, newest first. */
  newest(key: string, afterNumber?: number): Iterable<JournalEntry>
  /** The number of the last call of all. */
  lastNumber(): number
  forget(key: string): void
  /** Calls `listener` with the key of each call; the returned function ends that. */
  onRecord(listener: (key: string) => void): () => void
}

/** How much is kept. */
export interface JournalLimits {
  readonly callsPerBusiness: number
  /** Beyond it the businesses that were called longest ago are forgotten first. */
  readonly bytesInAll: number
}

const usual: JournalLimits = { callsPerBusiness: 1000, bytesInAll: 32 * 1024 * 1024 }
/** What an entry takes beside its texts, roughly. */
const entryBytes = 1024

/** An empty journal; `now` is a business's sandbox time. */
export function createJournal(now: (key: string) => SandboxMs, limits: JournalLimits = usual): Journal {
  /** The business that was called last comes last. */
  const rings = new Map<string, RingBuffer<JournalEntry>>()
  const listeners = new Set<(key: string) => void>()
  let lastKey = ''
  let lastNumber = 0
  let heldBytes = 0

  /** Null while the database cannot be read: nobody knows what time it is for a business then. */
  const timeOf = (key: string) => {
    try {
      return now(key)
    } catch (cause) {
      if (cause instanceof StorageFailure) return null
      throw cause
    }
  }
  const free = (entry: JournalEntry) => {
    heldBytes -= entry.bytes
  }
  const forget = (key: string) => {
    for (const entry of rings.get(key)?.newest() ?? []) free(entry)
    rings.delete(key)
  }
  /** The ring of a business, which is now the one that was called last. */
  const ringOf = (key: string) => {
    const ring = rings.get(key) ?? createRing(limits.callsPerBusiness, free)
    if (key === lastKey && rings.has(key)) return ring
    rings.delete(key)
    rings.set(key, ring)
    lastKey = key
    return ring
  }
  const makeRoom = () => {
    while (heldBytes > limits.bytesInAll) {
      const [oldest = ''] = rings.keys()
      if (rings.size > 1) forget(oldest)
      else rings.get(oldest)?.dropOldest()
    }
  }

  return {
    record(call) {
      const at = timeOf(call.key)
      if (at === null) return
      const entry = { number: ++lastNumber, at, call, bytes: sizeOf(call) }
      heldBytes += entry.bytes
      ringOf(call.key).push(entry)
      if (heldBytes > limits.bytesInAll) makeRoom()
      for (const listener of listeners) listener(call.key)
    },
    *newest(key, afterNumber = 0) {
      for (const entry of rings.get(key)?.newest() ?? []) {
        if (entry.number <= afterNumber) return
        yield entry
      }
    },
    lastNumber: () => lastNumber,
    forget,
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
