import { testKey } from '../../domain/keys.ts'
import { isAccepted } from './conversation.ts'
import { placeOfLiveKey } from './live-key.ts'
import type { Recording } from './read-recording.ts'
import { type Entry, type Message, UnusableRecording } from './recording.ts'

export interface OwnCalls {
  /** The calls and webhooks of each API key, by time. */
  readonly businesses: ReadonlyMap<string, readonly Entry[]>
  /** Calls to other hosts, counted. */
  readonly others: ReadonlyMap<string, number>
}

/**
 * Takes the service's calls out of a recording: those with a test key, those to a host that such a call went to, and
 * webhooks. Throws an `UnusableRecording` for a live key, and if nothing is left.
 */
export function ownCalls(recordings: readonly Recording[]): OwnCalls {
  const own: Entry[] = []
  const rest = new Map<string, { count: number; readonly kept: Entry[] }>()
  let last: Entry | null = null
  for (const entry of recordings.flatMap(({ entries }) => entries)) {
    last = entry
    if (isCalledLive(entry)) throw liveKeyIn(entry)
    if (entry.isWebhook || testKey.test(keyOf(entry)) || isRecordPost(entry)) own.push(needed(entry))
    else keep(rest, needed(entry))
  }
  const hosts = new Set(own.filter((entry) => testKey.test(keyOf(entry))).map(({ url }) => url.host))
  if (hosts.size === 0) throw nothingFound(last, [...rest.keys()], recordings)
  const keyless = [...hosts].flatMap((host) => rest.get(host)?.kept ?? [])
  for (const host of hosts) rest.delete(host)
  const sorted = [...own, ...keyless].toSorted((one, other) => one.at - other.at || one.index - other.index)
  return {
    businesses: byKey(sorted),
    others: new Map([...rest].map(([host, { count }]) => [host, count])),
  }
}

function isCalledLive({ url, request, isWebhook }: Entry): boolean {
  const headers = Object.entries(request.headers)
  return !isWebhook && placeOfLiveKey({ headers, search: url.search, body: request.body }) !== null
}

function liveKeyIn({ file, index }: Entry): UnusableRecording {
  return new UnusableRecording(file, `entry #${index} has a live key; record with a test key`)
}

function keyOf({ request }: Entry): string {
  return request.headers.authorization ?? ''
}

/** Without the headers that no comparison reads: browsers send many. */
function needed(entry: Entry): Entry {
  const isRead = (name: string, value: string) =>
    /^(?:authorization|content-type|retry-after|x-sandbox-scenario)$/.test(name) ||
    // Any other of a webhook can be its signature.
    (value.length <= longestSignature && (entry.isWebhook || isRecordPost(entry)))
  const message = ({ headers, body }: Message) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name, value]) => isRead(name, value))),
    body,
  })
  return { ...entry, request: message(entry.request), response: message(entry.response) }
}

const longestSignature = 300

/** The most calls without a key that are kept for each host, until it is known whether the host is the service's. */
const mostKept = 200
/** Longer bodies of these are not the service's. */
const longestKept = 64 * 1024

function keep(rest: Map<string, { count: number; readonly kept: Entry[] }>, entry: Entry): void {
  const { host } = entry.url
  const one = rest.get(host) ?? { count: 0, kept: [] }
  one.count++
  const isLong = [entry.request, entry.response].some(({ body }) => (body?.length ?? 0) > longestKept)
  if (one.kept.length < mostKept && !isLong) one.kept.push(entry)
  rest.set(host, one)
}

/** Names the reference of a create call as an id can be named. */
function duplicateOf({ request }: Pick<Entry, 'request'>): string | undefined {
  const reference = /"reference"\s*:\s*"([^"]+)"/.exec(request.body ?? '')?.[1]
  return reference === undefined ? undefined : `reference ${reference}`
}

function idIn(body: string | null): string | undefined {
  return /"id"\s*:\s*"([^"]+)"/.exec(body ?? '')?.[1]
}

/** The calls that gave an id: the first answer that has it. */
function givers(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  for (const entry of entries) {
    if (entry.method !== 'POST' || entry.isWebhook) continue
    const id = idIn(entry.response.body)
    // An OTP names the id itself.
    if (id !== undefined && !found.has(id) && !entry.request.body?.includes(id)) found.set(id, entry)
    const reference = isAccepted(entry) ? duplicateOf(entry) : undefined
    if (reference !== undefined && !found.has(reference)) found.set(reference, entry)
  }
  return found
}

/** A webhook that another proxy recorded: a record with a final status, posted. */
function isRecordPost({ method, request }: Entry): boolean {
  return method === 'POST' && request.headers.authorization === undefined && referenceOf(request.body) !== null
}

/** Returns `reference_business` of a record, or null. */
function referenceOf(body: string | null): string | null {
  return body?.includes('"reference_business"')
    ? (/"reference_business"\s*:\s*"([^"]+)"/.exec(body)?.[1] ?? null)
    : null
}

/** Webhooks belong to the key whose call gave their id or named their reference; calls without a key to the first. */
function byKey(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const keys = [...new Set(entries.map(keyOf).filter((key) => testKey.test(key)))]
  const ownerOf = new Map<string, string>()
  for (const entry of entries) {
    const reference = duplicateOf(entry)
    if (reference !== undefined && testKey.test(keyOf(entry))) ownerOf.set(reference, keyOf(entry))
  }
  const byId = givers(entries.filter((entry) => testKey.test(keyOf(entry))))
  const owner = (entry: Entry) => {
    if (testKey.test(keyOf(entry))) return keyOf(entry)
    const giver = byId.get(idIn(entry.request.body) ?? '')
    return (giver && keyOf(giver)) ?? ownerOf.get(`reference ${referenceOf(entry.request.body)}`) ?? keys[0]
  }
  return new Map(keys.map((key) => [key, entries.filter((entry) => owner(entry) === key)]))
}

function nothingFound(
  last: Entry | null,
  hosts: readonly string[],
  recordings: readonly Recording[],
): UnusableRecording {
  const [unread] = recordings.filter(({ unreadable }) => unreadable.length > 0)
  if (last === null && unread !== undefined) {
    const [first, ...more] = unread.unreadable
    const count = more.length === 0 ? '' : ` and ${more.length} more`
    const lacks = 'no call with startedDateTime, an http address and a response'
    return new UnusableRecording(unread.file, `has ${lacks}: see entry #${first}${count}`)
  }
  const has = hosts.length === 0 ? 'It has no calls' : `It has calls to ${hosts.slice(0, 10).join(', ')}`
  return new UnusableRecording(last?.file ?? 'the recording', `has no call with a test_ key. ${has}`)
}
