import type { ServerEvent } from '../../contract/endpoint.ts'
import type { Delivery } from '../../domain/delivery.ts'
import type { TimelineEvent } from '../../domain/happening.ts'
import { toMajor } from '../../domain/money.ts'
import type { Changed, Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'
import { presentClock } from '../clock/clock-view.ts'
import type { Journal } from '../requests/journal.ts'
import { presentRequest } from '../requests/requests.ts'
import { iso } from '../schema-parts.ts'
import type { ControlTools } from '../tools.ts'
import { presentSignatureHelp } from '../webhooks/signature-help.ts'
import { countStream } from './open-streams.ts'
import { presentEvent } from './timeline-event.ts'
import { wakeUps } from './wake-ups.ts'

export interface WantedEvents {
  readonly key: string
  /** The event after which to begin; null begins with what comes from now on. */
  readonly after: number | null
  readonly withRequests: boolean
  readonly withClock: boolean
  readonly withChanges: boolean
  readonly signal: AbortSignal
}

export type EventTools = Pick<ControlTools, 'store' | 'journal'>

export interface StreamPosition {
  eventId: number
  /** The last reset it knows of; one with a higher id is still to be sent. */
  resetEvent: number
  requestNumber: number
}

export interface StreamedEvent extends ServerEvent {
  readonly event: string
  readonly data: { readonly at: string; readonly [fact: string]: unknown }
}

/** Commands whose events are read at once. */
const pageSize = 100
const retryMs = 1000

/** The events of a business: the missed ones first, then new ones; ends when `signal` aborts. */
export function eventStream(wanted: WantedEvents, tools: EventTools): AsyncIterable<ServerEvent> {
  const { store, journal } = tools
  const lastId = store.lastEventId()
  const after = wanted.after ?? lastId
  // Ids only rise, unless the state is lost: what this client knows came from a lost state.
  const isOfLostState = after > lastId
  const eventId = isOfLostState ? 0 : after
  // A client that begins with the first event knew nothing that a reset could have ended.
  const resetEvent = eventId === 0 ? store.business(wanted.key).resetEvent : eventId
  const position = { eventId, resetEvent, requestNumber: journal.lastNumber() }
  return send(wanted, tools, { position, isOfLostState })
}

async function* send(
  { key, withRequests, withClock, withChanges, signal }: WantedEvents,
  { store, journal }: EventTools,
  { position, isOfLostState }: { readonly position: StreamPosition; readonly isOfLostState: boolean },
): AsyncGenerator<ServerEvent> {
  let isClockNew = withClock
  const changed = new Set<Changed>()
  const listen = (raise: () => void) => [
    store.onCommit((commits) => {
      const own = commits.filter((commit) => commit.key === key)
      isClockNew ||= withClock && own.some(({ clockSet }) => clockSet)
      if (withChanges) for (const commit of own) for (const what of commit.changed) changed.add(what)
      if (own.length > 0) raise()
    }),
    journal.onRecord((called) => withRequests && called === key && raise()),
  ]
  const close = countStream(store, key)
  try {
    // A client that comes back before anything has happened knows from where, too.
    yield { comment: 'connected', retryMs, id: position.eventId }
    if (isOfLostState) yield reset(store, key)
    for await (const _ of wakeUps(listen, signal)) {
      let events: readonly StreamedEvent[]
      do {
        // A long history is read a page a turn: callers take priority over watchers.
        await nextTurn()
        if (signal.aborted) return
        if (isClockNew) {
          isClockNew = false
          yield { event: 'clock', data: presentClock(store, key) }
        }
        events = nextEvents(store, key, position)
        yield* events
        if (withRequests) yield* requestsSince(journal, key, position)
        for (const what of changed) yield { event: 'changed', data: { what } }
        changed.clear()
      } while (events.length > 0)
    }
  } finally {
    close()
  }
}

export function nextEvents(store: Store, key: string, position: StreamPosition): readonly StreamedEvent[] {
  const { resetEvent } = store.business(key)
  const { shown, lastId } = presentedPage(store, key, position.eventId)
  position.eventId = lastId
  if (resetEvent <= position.resetEvent || position.eventId < resetEvent) return shown
  position.resetEvent = resetEvent
  // Restored events keep their ids and their order, so ids always rise.
  const older = shown.filter(({ id = 0 }) => id < resetEvent)
  return [...older, { id: resetEvent, ...reset(store, key) }, ...shown.slice(older.length)]
}

interface PresentedPage {
  readonly key: string
  readonly after: number
  /** The last event that there was. */
  readonly newest: number
  readonly shown: readonly StreamedEvent[]
  readonly lastId: number
}

const presented = new WeakMap<Store, PresentedPage>()

/** A page of events after one of them. All streams of a business that wait at the same event share what was presented once. */
function presentedPage(store: Store, key: string, after: number): PresentedPage {
  const newest = store.lastEventId()
  const before = presented.get(store)
  if (before?.key === key && before.after === after && before.newest === newest) return before
  const page = store.eventsSince(key, after, pageSize)
  const shown = presentWatched(store, key, page).map(({ id, event, ...data }) => {
    return { id, event, data: { id, ...data, event } }
  })
  // Nothing of others that came before needs to be looked through again.
  const next = { key, after, newest, shown, lastId: page.at(-1)?.id ?? newest }
  presented.set(store, next)
  return next
}

/** The calls since the last one that was sent, if the journal still has them. */
export function* requestsSince(journal: Journal, key: string, position: StreamPosition): Generator<StreamedEvent> {
  const since = journal.newest(key, position.requestNumber).toReversed()
  position.requestNumber = journal.lastNumber()
  for (const entry of since) yield { event: 'request', data: presentRequest(entry) }
}

/** `restored`: the business has events from before, which only a restore brings back. */
function reset(store: Store, key: string): StreamedEvent {
  const [first] = store.eventsSince(key, 0, 1)
  const restored = first !== undefined && first.id < store.business(key).resetEvent
  return { event: 'reset', data: { at: iso(store.now(key)), restored } }
}

function presentWatched(store: Store, key: string, events: readonly TimelineEvent[]) {
  return events.flatMap((entry) => {
    const event = presentEvent(entry)
    if (event === null) return []
    const { id, transactionId, kind, deliveryId = '' } = entry
    const delivery = kind === 'webhook_attempted' ? store.delivery(key, deliveryId) : null
    const { at, ...shown } = event
    return {
      id,
      at,
      transactionId,
      ...ownerOf(store, key, transactionId),
      ...(delivery && attempted(delivery, entry.attempt)),
      ...shown,
    }
  })

  /** Facts of an attempt that only its webhook has. */
  function attempted(delivery: Delivery, number: number | undefined) {
    const attempt = delivery.attempts.find((one) => one.number === number)
    return { url: delivery.url, ...(attempt && presentSignatureHelp(attempt, delivery, store.business(key))) }
  }
}

function ownerOf(store: Store, key: string, id: string) {
  const transaction = store.transaction(key, id)
  if (transaction === null) return {}
  const { reference, flow, amountMinor, currency } = transaction
  return { reference, flow, amount: toMajor(amountMinor, currency), currency }
}
