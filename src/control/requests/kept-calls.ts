import { type CallFacts, type CallTexts, keptBytes, type ReceivedCall } from '../../contract/received-call.ts'
import type { SandboxMs } from '../../domain/clock.ts'

/** A call that was answered; `number` rises across businesses. */
export interface JournalEntry {
  readonly number: number
  /** When it was answered. */
  readonly at: SandboxMs
  readonly call: ReceivedCall
}

/** The newest calls. A call takes the place of an older one, so nothing has to be collected. */
export interface KeptCalls {
  /** What it keeps of the texts, it copies. */
  add(at: SandboxMs, facts: CallFacts, texts: CallTexts): void
  /** The call of that number; null where it is not kept any more, or is another business's. */
  get(number: number, key: string): JournalEntry | null
  /** The number of the last call of all. */
  lastNumber(): number
  forget(key: string): void
}

/** How much is kept: beyond `calls` or `bytes` the oldest calls go, and no memory is taken to keep more than `callsPerBusiness`. */
export interface KeptLimits {
  readonly calls: number
  readonly callsPerBusiness: number
  /** At least 64 KiB; the system gives the memory as it is written to. */
  readonly bytes: number
}

/** The ring is filled part by part; the longest call fits into one. */
const partBytes = 64 * 1024
const mostHead = partBytes - 2 * keptBytes

/** The numbers of a call, one behind the other; one that is missing is -1. */
const columns = 11

/** What few calls have: a hint, an answer that was not sent whole, a body that still comes. */
type Rare = Pick<CallFacts, 'hint' | 'fault' | 'meant'> & { readonly body: CallTexts['body'] | undefined }

/**
 * Room for calls: the texts of a call are bytes in a ring, the rest is a row of numbers beside two texts that many calls
 * share. An object for every call would outlive two collections of garbage, and cost half as much as answering a wrong
 * body does (measured).
 */
export function createKeptCalls({ calls, callsPerBusiness, bytes }: KeptLimits): KeptCalls {
  const numbers = new Float64Array(calls * columns)
  const keys: string[] = []
  const scenarios: (string | undefined)[] = []
  const rare = new Map<number, Rare>()
  const ring = Buffer.allocUnsafeSlow(bytes)
  /** Parts of the ring in the order in which they were begun, the oldest first. */
  const parts = [0]
  /** The number of the first call in each part. */
  const firsts = [1]
  let end = 0
  let partEnd = partBytes
  let lastNumber = 0

  /** Whether the call of that number, and with it those after it, may be among those that are shown of its business. */
  const isWanted = (last: number) => {
    const newer = lastNumber - last
    const businesses = new Set<string | undefined>()
    for (let number = Math.max(1, lastNumber - calls + 1); number <= lastNumber; number++) {
      businesses.add(keys[number % calls])
      if (newer < callsPerBusiness * businesses.size) return newer < calls
    }
    return false
  }
  /** Takes the place of the oldest part, or another part of the ring while that one is wanted and there is any. */
  const nextPart = () => {
    const [oldest = 0, second] = parts
    const last = second === undefined ? lastNumber : (firsts[second] ?? 0) - 1
    const isMore = (parts.length + 1) * partBytes <= bytes && isWanted(last)
    const part = isMore ? parts.length : oldest
    if (!isMore) parts.shift()
    parts.push(part)
    firsts[part] = lastNumber + 1
    end = part * partBytes
    partEnd = end + partBytes
  }
  /** Room in one piece. */
  const take = (length: number) => {
    if (end + length > partEnd) nextPart()
    const from = end
    end += length
    return from
  }
  const part = (at: number, length: number) => ring.subarray(at, at + length)
  const isGone = (number = 0, from = 0) => number < (firsts[Math.floor(from / partBytes)] ?? 0)
  /** Forgets what few calls have: of the slot that is used again, and of those whose texts are gone, the oldest first. */
  const forgetRare = (used: number) => {
    rare.delete(used)
    for (const slot of rare.keys()) {
      if (!isGone(numbers[slot * columns], numbers[slot * columns + 6])) break
      rare.delete(slot)
    }
  }

  return {
    add(at, facts, { method, url, rawHeaders, body, answer }) {
      const head = [method, url, ...rawHeaders].join('\n').slice(0, mostHead)
      const startLength = body.isComing ? keptBytes : Math.min(body.start?.length ?? 0, keptBytes)
      const answerRoom = Math.min(3 * (answer?.length ?? 0), keptBytes)
      const from = take(head.length + startLength + answerRoom)
      const startAt = from + head.length
      // Node reads heads as Latin-1, a byte a character; they have no line breaks.
      ring.write(head, from, 'latin1')
      if (!body.isComing) body.start?.copy(ring, startAt, 0, startLength)
      const answerLength = answer === null ? -1 : ring.write(answer, startAt + startLength, answerRoom, 'utf8')
      end -= answerRoom - Math.max(0, answerLength)

      const { key, status, hint, byRule, scenario, fault, meant, durationMs } = facts
      const slot = ++lastNumber % calls
      const row = slot * columns
      numbers[row] = lastNumber
      numbers[row + 1] = at
      numbers[row + 2] = status ?? -1
      numbers[row + 3] = facts.answerLength
      numbers[row + 4] = byRule ? 1 : 0
      numbers[row + 5] = durationMs
      numbers[row + 6] = from
      numbers[row + 7] = head.length
      numbers[row + 8] = startLength
      numbers[row + 9] = answerLength
      numbers[row + 10] = body.bytes
      // One key is often the one before, as another object.
      const before = keys[(lastNumber - 1) % calls]
      keys[slot] = before === key ? before : key
      scenarios[slot] = scenario
      if (rare.size > 0) forgetRare(slot)
      if (hint !== undefined || fault !== null || body.isComing) {
        rare.set(slot, { hint, fault, meant, body: body.isComing ? body : undefined })
      }
    },
    get(number, key) {
      const slot = number % calls
      if (keys[slot] !== key) return null
      const row = numbers.subarray(slot * columns, (slot + 1) * columns)
      const [kept, at = 0, status = 0, answerLength = 0, byRule, durationMs = 0, from = 0, ...lengths] = row
      if (kept !== number || isGone(number, from)) return null
      const [headLength = 0, startLength = 0, keptAnswer = 0, bytes = 0] = lengths
      const startAt = from + headLength
      const [method = '', url = '', ...rawHeaders] = part(from, headLength).toString('latin1').split('\n')
      const { hint, fault = null, meant, body } = rare.get(slot) ?? {}
      const call: ReceivedCall = {
        key,
        status: status < 0 ? null : status,
        answerLength,
        hint,
        byRule: byRule === 1,
        scenario: scenarios[slot],
        fault,
        meant,
        durationMs,
        method,
        url,
        rawHeaders,
        body: body ?? { start: Buffer.from(part(startAt, startLength)), bytes, isComing: false },
        answer: keptAnswer < 0 ? null : part(startAt + startLength, keptAnswer).toString('utf8'),
      }
      return { number, at, call }
    },
    lastNumber: () => lastNumber,
    forget(key) {
      for (const [slot, kept] of keys.entries()) {
        if (kept !== key) continue
        numbers[slot * columns] = 0
        rare.delete(slot)
      }
    },
  }
}
