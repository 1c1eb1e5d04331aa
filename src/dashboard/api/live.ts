import { signal } from '@preact/signals'
import type { ControlFailure } from '../../control-client/failure.ts'
import { nextFrame, sleep } from '../state/browser-time.ts'
import { readEventStream } from './event-stream.ts'
import { asFailure } from './failure.ts'
import { type LiveEvent, liveEventOf } from './live-event.ts'

/** `lost`: the page tries again, and shows data that may be old. */
export type Connection = 'connecting' | 'open' | 'lost'

export interface Live {
  /** Calls `listener` with the events since the last frame; the returned function ends that. */
  on(listener: (events: readonly LiveEvent[]) => void): () => void
  /** Resolves once the stream is open or failed. Data loaded later misses no event. */
  readonly started: Promise<void>
  /** Lets views load their data again, after a change that has no event. */
  refresh(): void
  close(): void
}

export const connection = signal<Connection>('connecting')
/** Why the last try failed; null while the stream is open. */
export const connectionFailure = signal<ControlFailure | null>(null)

const againMs = [250, 500, 1000, 2000, 5000]

/** Follows a business until it is closed. It pauses while the page is hidden, and then continues after the last event. */
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
    // What was loaded meanwhile has failed.
    if (connection.value === 'lost') add({ kind: 'gap' })
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
    refresh: () => add({ kind: 'gap' }),
    close() {
      document.removeEventListener('visibilitychange', restart)
      stop.abort()
    },
  }
}

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
