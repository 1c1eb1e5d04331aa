import { signal } from '@preact/signals'
import type { ControlFailure } from '../../control-client/failure.ts'
import { nextFrame, sleep } from '../state/browser-time.ts'
import { readEventStream } from './event-stream.ts'
import { asFailure } from './failure.ts'
import { type LiveEvent, liveEventOf } from './live-event.ts'

/** How the stream stands. `lost`: it is tried again, and what is shown may be old. */
export type Connection = 'connecting' | 'open' | 'lost'

/** What happens to one business, from its stream of events. */
export interface Live {
  /** Calls back with what came since the last frame; returns what ends that. */
  on(listener: (events: readonly LiveEvent[]) => void): () => void
  /** Resolves once the stream is open, or could not be opened: what is loaded from then on misses nothing. */
  readonly started: Promise<void>
  close(): void
}

/** Whether the page gets what happens. */
export const connection = signal<Connection>('connecting')
/** Why the last try to connect failed; null while it is open. */
export const connectionFailure = signal<ControlFailure | null>(null)

/** Waits between tries to connect again. */
const againMs = [250, 500, 1000, 2000, 5000]

/** Follows the business of a key until it is closed. While the page is hidden it rests, and then goes on where it was. */
export function follow(key: string): Live {
  const { add, on } = createOutlet()
  let begin = () => {}
  const started = new Promise<void>((resolve) => {
    begin = resolve
  })
  let after: string | null = null
  let stop = new AbortController()
  let tries = 0

  const onOpen = () => {
    // Without an id to go on from, what came while the connection was lost is missed.
    if (after === null && connection.value === 'lost') add({ kind: 'gap' })
    tries = 0
    connectionFailure.value = null
    connection.value = 'open'
    begin()
  }
  const run = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const reading = readEventStream({
        key,
        after,
        signal,
        onOpen,
        onEvents(events) {
          for (const { id, event, data } of events) {
            after = id ?? after
            // A comment has an id alone.
            if (event !== undefined && data !== undefined) add(liveEventOf(event, data))
          }
        },
      })
      const failure = await reading.catch(asFailure)
      if (signal.aborted) return
      connection.value = 'lost'
      connectionFailure.value = failure
      begin()
      await sleep(againMs[Math.min(tries++, againMs.length - 1)] ?? 0, signal)
    }
  }
  const restart = () => {
    stop.abort()
    stop = new AbortController()
    if (!document.hidden) void run(stop.signal)
  }
  document.addEventListener('visibilitychange', restart)
  restart()
  return {
    on,
    started,
    close() {
      document.removeEventListener('visibilitychange', restart)
      stop.abort()
    },
  }
}

/** Hands events to all listeners, those of one frame together. */
function createOutlet() {
  const listeners = new Set<(events: readonly LiveEvent[]) => void>()
  let waiting: LiveEvent[] = []
  const flush = () => {
    const events = waiting
    waiting = []
    for (const listener of listeners) listener(events)
  }
  return {
    add(event: LiveEvent) {
      if (waiting.length === 0) nextFrame(flush)
      waiting.push(event)
    },
    on(listener: (events: readonly LiveEvent[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
