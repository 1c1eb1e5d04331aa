import { nextTurn } from '../../time.ts'
import { type EventTools, nextEvents, requestsSince, type StreamedEvent, type StreamPosition } from './event-stream.ts'
import { wakeUps } from './wake-ups.ts'

export interface KeyedEvent extends Pick<StreamedEvent, 'event' | 'data'> {
  readonly key: string
}

/** From where to begin: what came before is known. */
export interface Start {
  readonly eventId: number
  readonly requestNumber: number
}

/** The events of all businesses, calls first; ends when `signal` aborts. */
export async function* everyBusinessEvents(
  start: Start,
  { store, journal }: EventTools,
  signal: AbortSignal,
): AsyncGenerator<KeyedEvent> {
  const positions = new Map<string, StreamPosition>()
  // Includes events that arrived during the load.
  const changed = new Set(store.businesses().map(({ key }) => key))
  const listen = (raise: () => void) => {
    const note = (key: string) => {
      changed.add(key)
      raise()
    }
    const noteAll = (commits: readonly Pick<KeyedEvent, 'key'>[]) => {
      for (const { key } of commits) note(key)
    }
    return [store.onCommit(noteAll), journal.onRecord(note)]
  }
  for await (const _ of wakeUps(listen, signal)) {
    // A set goes on to what is added while it is walked: a key with events left comes again, after the others.
    for (const key of changed) {
      // A call is recorded after its reply: callers take priority over watchers.
      await nextTurn()
      if (signal.aborted) return
      changed.delete(key)
      const position = positions.get(key) ?? { ...start, resetEvent: start.eventId }
      positions.set(key, position)
      for (const call of requestsSince(journal, key, position)) yield { key, ...call }
      const events = nextEvents(store, key, position)
      if (events.length > 0) changed.add(key)
      for (const event of events) yield { key, ...event }
    }
  }
}
