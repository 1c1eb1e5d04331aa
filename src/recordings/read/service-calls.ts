import { isAccepted, recordIn } from './bodies.ts'
import { placeOfLiveKey } from './live-key.ts'
import type { Recording } from './read-recording.ts'
import { lacksOfEntry, type RecordedEntry, UnusableRecording } from './recording.ts'
import { baseIn, type Question, questionOf } from './service-paths.ts'

/** A call to the service. */
export interface RecordedCall {
  readonly entry: RecordedEntry
  readonly question: Question
  /** What is before the service's paths in the address: `/v1`. */
  readonly base: string
  /** Below that, with the query. */
  readonly path: string
  /** The Authorization header; empty if the recording has none. */
  readonly key: string
}

/** The calls and webhooks of the service. */
export interface Traffic {
  /** By time. */
  readonly calls: readonly RecordedCall[]
  /** By time. */
  readonly webhooks: readonly RecordedEntry[]
  /** How many calls went to other hosts, and to other paths of the service's. */
  readonly others: ReadonlyMap<string, number>
}

/** Sorts the entries of recordings by time, and takes out the service's: its host and the paths of the specification decide. */
export function trafficIn(recordings: readonly Recording[]): Traffic {
  const entries = recordings.flatMap((recording) => recording.entries).toSorted((one, other) => one.at - other.at)
  const webhooks = entries.filter(isWebhook)
  const rest = entries.filter((entry) => !isWebhook(entry))
  const bases = basesOf(rest)
  const calls: RecordedCall[] = []
  const others = new Map<string, number>()
  for (const entry of rest) {
    const { host, pathname, search } = entry.url
    const base = bases.get(host)
    if (base !== undefined && pathname.startsWith(`${base}/`)) {
      const path = pathname.slice(base.length)
      const key = entry.request.headers.authorization ?? ''
      calls.push({ entry, question: questionOf(entry.method, path), base, path: path + search, key })
    } else others.set(host, (others.get(host) ?? 0) + 1)
  }
  check(calls, recordings, [...others.keys()])
  return { calls, webhooks, others }
}

/** True for a webhook, also for one that another proxy recorded: a record that is posted without a key. */
function isWebhook(entry: RecordedEntry): boolean {
  if (entry.isWebhook) return true
  const { headers, body } = entry.request
  if (entry.method !== 'POST' || headers.authorization !== undefined) return false
  return body?.includes('reference_business') === true && recordIn(entry.request) !== null
}

/** Returns the base path of each host that has the service: where create calls and OTPs go, or without any its reads. */
function basesOf(entries: readonly RecordedEntry[]): ReadonlyMap<string, string> {
  const found = entries.map(({ url }) => ({ host: url.host, ...baseIn(url.pathname) }))
  const posts = found.filter(({ isPost }) => isPost)
  return new Map(
    (posts.length > 0 ? posts : found).toReversed().flatMap(({ host, base }) => (base === null ? [] : [[host, base]])),
  )
}

function check(calls: readonly RecordedCall[], recordings: readonly Recording[], hosts: readonly string[]): void {
  const files = recordings.map(({ file }) => file).join(', ')
  for (const { entry, path } of calls) {
    const headers = Object.entries(entry.request.headers)
    const place = placeOfLiveKey({ headers, search: path.split(/\?(.*)/s)[1] ?? '', body: entry.request.body })
    if (place === null) continue
    throw new UnusableRecording(entry.file, `entry #${entry.index} has a live key; record with a test key`)
  }
  if (calls.length === 0) {
    const unread = recordings.find(({ unreadable }) => unreadable.length > 0)
    const lacks = unread && `: entry #${unread.unreadable[0]} has ${lacksOfEntry}`
    const has = hosts.length === 0 ? lacks : `. It has calls to ${hosts.slice(0, 10).join(', ')}`
    throw new UnusableRecording(files, `has no call to a path of the service${has ?? ''}`)
  }
  if (calls.some(({ entry }) => isAccepted(entry) || (entry.status >= 400 && entry.status < 429))) return
  const statuses = [...new Set(calls.map(({ entry }) => entry.status || 'no answer'))].join(', ')
  throw new UnusableRecording(files, `shows nothing of the service: its calls have ${statuses}`)
}
