import type { ReceivedCall } from '../api/live-event.ts'
import type { Delivery } from '../state/transaction.ts'
import { callLine } from '../transaction/call-line.ts'
import { isFailing } from '../transaction/delivery-words.ts'

/** A row: a call, or a webhook with all its attempts. */
export type Entry = { readonly id: string; readonly at: string } & (
  | { readonly call: ReceivedCall; readonly delivery?: undefined }
  | { readonly delivery: Delivery; readonly call?: undefined }
)

/** What is loaded of calls or webhooks, the newest first; `more` if there may be older ones. */
export interface Part<T> {
  readonly loaded: readonly T[]
  readonly more: boolean
}

export interface Parts {
  readonly calls: Part<ReceivedCall>
  readonly webhooks: Part<Delivery>
}

interface Ordered {
  readonly rows: readonly Entry[]
  readonly missing: keyof Parts | null
}

/**
 * Calls and webhooks in one order, the newest first, a webhook before a call of its moment. Rows end where something between them
 * may not be loaded yet: `missing` says of which kind.
 */
export function inTimeOrder({ calls, webhooks }: Parts): Ordered {
  const rows: Entry[] = []
  let [callsTaken, webhooksTaken] = [0, 0]
  for (;;) {
    const call = calls.loaded[callsTaken]
    const delivery = webhooks.loaded[webhooksTaken]
    if (call === undefined && calls.more) return { rows, missing: 'calls' }
    if (delivery === undefined && webhooks.more) return { rows, missing: 'webhooks' }
    if (delivery !== undefined && (call === undefined || delivery.createdAt >= call.at)) {
      rows.push({ id: delivery.id, at: delivery.createdAt, delivery })
      webhooksTaken++
    } else if (call !== undefined) {
      rows.push({ id: String(call.number), at: call.at, call })
      callsTaken++
    } else return { rows, missing: null }
  }
}

/** The journal keeps as many, of all businesses together. */
const mostCalls = 10_000

/** The calls that are there, with the new ones above them. */
export function withNewer(calls: Part<ReceivedCall>, newestFirst: readonly ReceivedCall[]): Part<ReceivedCall> {
  const newest = calls.loaded[0]?.number ?? 0
  const fresh = newestFirst.filter(({ number }) => number > newest)
  if (fresh.length === 0) return calls
  const all = [...fresh, ...calls.loaded]
  return { loaded: all.slice(0, mostCalls), more: calls.more || all.length > mostCalls }
}

/** The calls that are there, with older ones below them. Calls that came while they were loaded are among both. */
export function withOlder({ loaded }: Part<ReceivedCall>, found: readonly ReceivedCall[], more: boolean) {
  const oldest = loaded.at(-1)?.number ?? Number.POSITIVE_INFINITY
  return { loaded: [...loaded, ...found.filter(({ number }) => number < oldest)], more }
}

/** Webhooks as they are now: in their place, or a new one where it belongs. */
export function withChanged({ loaded, more }: Part<Delivery>, now: readonly Delivery[]): Part<Delivery> {
  const changed = new Map(now.map((delivery) => [delivery.id, delivery]))
  const kept = loaded.map((delivery) => {
    const found = changed.get(delivery.id) ?? delivery
    changed.delete(delivery.id)
    return found
  })
  const oldest = loaded.at(-1)?.createdAt ?? ''
  const fresh = [...changed.values()].filter(({ createdAt }) => !more || createdAt >= oldest)
  if (fresh.length === 0) return { loaded: kept, more }
  const all = [...fresh.toReversed(), ...kept]
  return { loaded: all.toSorted(newestFirst), more }
}

function newestFirst(one: Delivery, other: Delivery): number {
  return Number(one.createdAt < other.createdAt) - Number(one.createdAt > other.createdAt)
}

/** What the sandbox is asked for; null for none of a kind. */
export interface Wanted {
  readonly calls: { readonly keyless?: 'true' } | null
  readonly webhooks: { readonly status?: Delivery['status']; readonly failed?: 'true' } | null
  readonly transactionId?: string | undefined
  readonly search?: string | undefined
}

export function nothingLoaded({ calls, webhooks }: Wanted): Parts {
  return { calls: { loaded: [], more: calls !== null }, webhooks: { loaded: [], more: webhooks !== null } }
}

interface Show extends Wanted {
  readonly words: string
  readonly fits?: (entry: Entry) => boolean
}

function isFailed(status?: Delivery['status']) {
  return ({ delivery }: Entry) =>
    delivery !== undefined && isFailing(delivery) && (status ?? delivery.status) === delivery.status
}

/** What a menu chooses, by its name in the address. */
export const shows: ReadonlyMap<string, Show> = new Map<string, Show>([
  ['', { words: 'Calls and webhooks', calls: {}, webhooks: {} }],
  ['calls', { words: 'Calls', calls: {}, webhooks: null }],
  [
    'refused',
    {
      words: 'Refused calls',
      calls: {},
      webhooks: null,
      fits: ({ call }) => call !== undefined && callLine(call).tone === 'bad',
    },
  ],
  ['keyless', { words: 'No usable key', calls: { keyless: 'true' }, webhooks: null }],
  ['webhooks', { words: 'Webhooks', calls: null, webhooks: {} }],
  ['failed', { words: 'Failed webhooks', calls: null, webhooks: { failed: 'true' }, fits: isFailed() }],
  ['failing', { words: 'Tried again', calls: null, webhooks: { status: 'pending' }, fits: isFailed('pending') }],
  ['exhausted', { words: 'Given up', calls: null, webhooks: { status: 'exhausted' }, fits: isFailed('exhausted') }],
  ['unsent', { words: 'Not sent', calls: null, webhooks: {}, fits: ({ delivery }) => delivery?.attempts.length === 0 }],
])

export interface Filter {
  /** A name of `shows`. */
  readonly show: string
  /** The first digit of what was answered, `none` for no answer, or empty. */
  readonly answer: string
}

export function filterLog(rows: readonly Entry[], { show, answer }: Filter): readonly Entry[] {
  const shown = shows.get(show)
  const fits = (row: Entry) =>
    shown === undefined || ((row.call ? shown.calls : shown.webhooks) !== null && (shown.fits?.(row) ?? true))
  return rows.filter((row) => fits(row) && (answer === '' || answerOf(row) === answer))
}

/** What was answered to a call or to the last attempt of a webhook. */
function answerOf({ call, delivery }: Entry): string {
  const status = call === undefined ? delivery?.attempts.at(-1)?.response?.status : call.status
  return status == null ? 'none' : String(status).charAt(0)
}

/** Without `new URL`, which takes 40 ms for 10,000 webhooks. */
export function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/?#]*|#.*/g, '') || '/'
}
