import { constants } from 'node:os'
import { monotonicMs } from '../../time.ts'
import { failWith } from '../exit.ts'

/** A second signal within this time is the same keystroke reaching a group of processes, not a second request. */
const sameKeystrokeMs = 1000

/** Signals that ask for an end: SIGHUP when the terminal closes, SIGUSR2 from nodemon. Windows has no SIGQUIT and no SIGUSR2. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/**
 * Closes on a signal that asks for an end, or when `asked` aborts, and exits 0; a later second signal exits at once with 128 and
 * its number.
 */
export function stopOnSignals(close: () => Promise<void>, json = false, asked?: AbortSignal): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    close().then(
      () => process.exit(0),
      (error) => {
        failWith(error, json)
        process.exit()
      },
    )
  }
  onEndSignals(endSignals, stop)
  asked?.addEventListener('abort', stop)
  if (asked?.aborted) stop()
}

/**
 * Calls `ask` on signals that ask for an end; on one that comes later than the same keystroke can, calls `insist` and exits
 * with 128 and its number. Returns what stops listening.
 */
export function onEndSignals(
  signals: readonly NodeJS.Signals[],
  ask: (signal: NodeJS.Signals) => void,
  insist = () => {},
): () => void {
  let since: number | null = null
  return onSignals(signals, (signal) => {
    since ??= monotonicMs()
    if (monotonicMs() - since <= sameKeystrokeMs) return ask(signal)
    insist()
    process.exit(128 + constants.signals[signal])
  })
}

export function onSignals(signals: readonly NodeJS.Signals[], listener: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
