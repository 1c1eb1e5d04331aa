import { signal } from '@preact/signals'
import type { ControlFailure } from '../../control-client/failure.ts'
import type { Client } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import type { LiveEvent } from '../api/live-event.ts'
import { every, sleep } from '../state/browser-time.ts'
import type { Session } from '../state/business.ts'
import { nothingLoaded, type Parts, type Wanted, withChanged, withNewer, withOlder } from './log.ts'

const pageSize = 200
/** With more changed transactions at once, the newest page is quicker than a call for each. */
const mostAtOnce = 50
const restMs = 200
/** Calls of no business come without an event. */
const againMs = 2000

/** Loads calls and webhooks, a page of a kind when it is asked for, and adds what comes until it is closed. */
export function followLog({ client, live }: Session, wanted: Wanted) {
  const over = new AbortController()
  const nothing = nothingLoaded(wanted)
  const load = loaderOf(client, wanted)
  const { parts, failure, put, enqueue } = queueOf(nothing, live.started, over.signal)
  let isLoading = false
  const more = async (kind: keyof Parts) => {
    if (isLoading || failure.value !== null) return
    isLoading = true
    await enqueue(() => load[kind](parts.value))
    isLoading = false
  }
  const reload = () => {
    failure.value = null
    void enqueue(async () => {
      const [calls, webhooks] = await Promise.all([load.calls(nothing), load.webhooks(nothing)])
      return () => ({ ...calls(nothing), ...webhooks(nothing) })
    })
  }
  const touched = new Set<string>()
  const refresh = async (): Promise<Change> => {
    await sleep(restMs, over.signal)
    const ids = [...touched]
    touched.clear()
    // The sandbox knows which of what came a search finds.
    if (wanted.search) return newest(load, nothing)
    if (ids.length > mostAtOnce) return load.webhooks(nothing).then((change) => () => change(nothing))
    const now = await Promise.all(ids.map(load.about))
    return ({ webhooks }) => ({ webhooks: withChanged(webhooks, now.flat()) })
  }
  const stop = live.on((events) => {
    if (events.some(({ kind }) => kind === 'gap' || kind === 'reset')) return reload()
    const received = events.flatMap((event) => (event.kind === 'request' ? [event.call] : []))
    if (received.length > 0 && !wanted.search && wanted.calls !== null && !wanted.calls.keyless) {
      put(({ calls }) => ({ calls: withNewer(calls, received.toReversed()) }))
    }
    const isRefreshing = touched.size > 0
    if (wanted.search) touched.add(wanted.search)
    else if (wanted.webhooks !== null) for (const id of events.flatMap(ownerOfWebhook)) touched.add(id)
    if (!isRefreshing && touched.size > 0) void enqueue(refresh)
  })
  const stopAgain = wanted.calls?.keyless ? every(againMs, () => void enqueue(() => newest(load, nothing))) : () => {}
  const close = () => {
    over.abort()
    stop()
    stopAgain()
  }
  return { parts, failure, more, reload, close }
}

/** What is shown, and changes of it one after the other, so that none works on what another has replaced. */
function queueOf(first: Parts, started: Promise<void>, over: AbortSignal) {
  const parts = signal(first)
  const failure = signal<ControlFailure | null>(null)
  let queue = started
  const put = (change: Change) => {
    parts.value = { ...parts.value, ...change(parts.value) }
  }
  const enqueue = (task: () => Promise<Change>) => {
    const run = async () => {
      if (!over.aborted) put(await task())
    }
    queue = queue.then(run).catch((cause) => {
      failure.value = asFailure(cause)
    })
    return queue
  }
  return { parts, failure, put, enqueue }
}

type Change = (now: Parts) => Partial<Parts>

/** Each loads a page of what is older than what is shown; its answer adds that. */
function loaderOf(client: Client, { calls: ofCalls, webhooks: ofWebhooks, transactionId, search }: Wanted) {
  const shared = { transactionId, search, limit: pageSize }
  return {
    async calls({ calls: { loaded: shown } }: Parts): Promise<Change> {
      if (ofCalls === null) return () => ({})
      const query = { ...ofCalls, ...shared, before: shown.at(-1)?.number }
      const { data } = await client.call('GET /_sandbox/requests', query)
      return ({ calls }) => ({ calls: withOlder(calls, data, data.length === pageSize) })
    },
    async webhooks({ webhooks: { loaded: shown } }: Parts): Promise<Change> {
      if (ofWebhooks === null) return () => ({})
      const query = { ...ofWebhooks, ...shared, before: shown.at(-1)?.id }
      const { data, more } = await client.call('GET /_sandbox/webhooks', query)
      return ({ webhooks: { loaded } }) => ({ webhooks: { loaded: [...loaded, ...data.toReversed()], more } })
    },
    async about(owner: string) {
      return (await client.call('GET /_sandbox/webhooks', { transactionId: owner, limit: pageSize })).data
    },
  }
}

/** Adds what is new on the newest page. */
async function newest(load: ReturnType<typeof loaderOf>, nothing: Parts): Promise<Change> {
  const [calls, webhooks] = await Promise.all([load.calls(nothing), load.webhooks(nothing)])
  const found = { ...calls(nothing), ...webhooks(nothing) }
  return (now) => ({
    calls: withNewer(now.calls, found.calls?.loaded ?? []),
    webhooks: withChanged(now.webhooks, found.webhooks?.loaded.toReversed() ?? []),
  })
}

/** The transaction of an event that may have made a webhook, or changed one. */
function ownerOfWebhook(event: LiveEvent): readonly string[] {
  if (event.kind !== 'timeline') return []
  const { kind, deliveryId, transactionId } = event.entry
  return deliveryId !== undefined || kind === 'settled' || kind === 'action' ? [transactionId] : []
}
