import { StorageFailure } from '../domain/refused.ts'
import type { Log } from '../http/options.ts'
import { type Alarm, alarm } from '../time.ts'

/**
 * Logs a fault when it comes first and counts it when it comes again: on a full disk every call and every job fails in the
 * same words. The count is logged after a minute, and that minute after minute while the fault goes on.
 */
export function countedFaults(log: Log, countMs = 60_000) {
  const known = new Map<string, { readonly minute: Alarm; repeats: number }>()

  function fault(message: string, cause: unknown): void {
    // All faults of the disk count as one.
    const words = cause instanceof StorageFailure ? cause.message : `${message}: ${cause}`
    const before = known.get(words)
    if (before) {
      before.repeats++
      return
    }
    log.fault(message, cause)
    count(words)
  }

  function count(words: string): void {
    const minute = alarm()
    known.set(words, { minute, repeats: 0 })
    minute.in(countMs, () => {
      if (logRepeats(words)) count(words)
      else known.delete(words)
    })
  }

  function logRepeats(words: string): boolean {
    const { repeats = 0 } = known.get(words) ?? {}
    if (repeats > 0) log.problem(`${words} (${repeats} times more)`)
    return repeats > 0
  }

  return {
    log: { ...log, fault } satisfies Log,
    close(): void {
      for (const [words, { minute }] of known) {
        minute.off()
        logRepeats(words)
      }
      known.clear()
    },
  }
}
