import type { CallFacts, CallTexts, ReceivedCall } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import { createTextRing, type KeptTexts } from './text-ring.ts'

/** A call in the journal; `number` rises across businesses. */
export interface JournalEntry {
  readonly number: number
  /** When it was answered. */
  readonly at: SandboxMs
  readonly call: ReceivedCall
}

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

/** How much is kept: beyond any of these the oldest calls go. */
export interface JournalLimits {
  readonly calls: number
  readonly bytes: number
  /** Shown of one business. */
  readonly callsPerBusiness: number
}

const usual: JournalLimits = { calls: 10_000, bytes: 16 * 1024 * 1024, callsPerBusiness: 1000 }

/** An entry as it is kept. */
interface Slot {
  readonly number: number
  readonly at: SandboxMs
  readonly facts: CallFacts
  readonly texts: KeptTexts
}

/** An empty journal; `now` is a business's sandbox time. */
export function createJournal(now: (key: string) => SandboxMs, limits: JournalLimits = usual): Journal {
  /** A ring: each entry by the remainder of its number. */
  const slots: (Slot | undefined)[] = []
  const ring = createTextRing(limits.bytes)
  const listeners = new Set<(key: string) => void>()
  let firstNumber = 1
  let lastNumber = 0

  /** Null while the database cannot be read: the time of the business is unknown then. */
  const timeOf = (key: string) => {
    try {
      return now(key)
    } catch (cause) {
      if (cause instanceof StorageFailure) return null
      throw cause
    }
  }

  const slotOf = (number: number) => slots[number % limits.calls]
  const isGone = (slot: Slot | undefined) => slot === undefined || !ring.holds(slot.texts)

  return {
    record(facts, texts) {
      const at = timeOf(facts.key)
      if (at === null) return
      const number = ++lastNumber
      slots[number % limits.calls] = { number, at, facts, texts: ring.add(texts) }
      firstNumber = Math.max(firstNumber, number - limits.calls + 1)
      for (; isGone(slotOf(firstNumber)); firstNumber++) slots[firstNumber % limits.calls] = undefined
      for (const listener of listeners) listener(facts.key)
    },
    newest(key, afterNumber = 0) {
      const found: JournalEntry[] = []
      const end = Math.max(firstNumber, afterNumber + 1)
      for (let number = lastNumber; number >= end && found.length < limits.callsPerBusiness; number--) {
        const slot = slotOf(number)
        if (slot?.facts.key !== key) continue
        found.push({ number, at: slot.at, call: { ...slot.facts, ...ring.read(slot.texts) } })
      }
      return found
    },
    lastNumber: () => lastNumber,
    forget(key) {
      for (const [index, slot] of slots.entries()) if (slot?.facts.key === key) slots[index] = undefined
    },
    onRecord(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
