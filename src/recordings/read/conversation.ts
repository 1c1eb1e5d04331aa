import { isObject } from '../../domain/json.ts'
import type { Flow } from '../../domain/transaction.ts'
import { type Body, basesOf, type Call, callOf, jsonOf, recordIn, textAt } from './calls.ts'
import { grouped } from './grouped.ts'
import type { Entry } from './recording.ts'

/** A transaction of the recording: its create call, and what was seen of it. */
export interface Payment {
  readonly create: Entry
  readonly flow: Flow
  readonly asked: Body
  /** As the create call answered it. */
  readonly record: Body
  readonly webhooks: readonly Entry[]
  readonly endings: readonly Ending[]
}

/** A final status, when it was reached, and the entry that shows it first. */
export interface Ending {
  readonly at: number
  /** Its place among the entries of the same time. */
  readonly index: number
  readonly status: string
  readonly record: Body
  readonly entry: Entry
}

/** The calls of one business in the order of time. */
export interface Conversation {
  readonly key: string
  readonly calls: readonly { readonly entry: Entry; readonly call: Call; readonly payment: Payment | null }[]
  readonly payments: readonly Payment[]
  /** Calls and webhooks about transactions that no call creates. */
  readonly unplaced: Unplaced
  /** Paths of base URLs by host. */
  readonly bases: ReadonlyMap<string, string>
  readonly endsAt: number
}

export type Unplaced = Readonly<Record<'webhook' | 'call', readonly Entry[]>>

export function conversationOf(key: string, entries: readonly Entry[]): Conversation {
  const calls = entries.filter(({ isWebhook, request }) => !isWebhook && !isRecord(request))
  const hooks = entries.filter(({ isWebhook, request }) => isWebhook || isRecord(request))
  const bases = basesOf(calls)
  const called = calls.map((entry) => ({ entry, call: callOf(entry, bases) }))
  const hooksAbout = grouped(hooks, (hook) => aboutOf(recordIn(jsonOf(hook.request))))
  const laterCalls = grouped(called, ({ entry, call }) =>
    call.is === 'query' ? call.id : call.is === 'otp' && isAccepted(entry) ? idOf(entry) : null,
  )
  const payments = called.flatMap(({ entry, call }) => {
    const asked = jsonOf(entry.request)
    if (call.is !== 'create' || !isObject(asked)) return []
    const record = isAccepted(entry) ? recordIn(jsonOf(entry.response)) : recordAfter(entry, asked, hooks)
    if (record === null) return []
    const named = [
      ...(hooksAbout.get(record.id) ?? []),
      ...(hooksAbout.get(aboutOf({ ...record, id: undefined })) ?? []),
    ]
    const webhooks = onceEach(named.toSorted((one, other) => one.at - other.at || one.index - other.index))
    const later = laterCalls.get(record.id) ?? []
    const endings = endingsIn([
      { entry, record },
      ...webhooks.map((hook) => ({ entry: hook, record: recordIn(jsonOf(hook.request)) })),
      ...later.map((call) => ({ entry: call.entry, record: recordIn(jsonOf(call.entry.response)) })),
    ])
    return [{ create: entry, flow: call.flow, asked, record, webhooks, endings }]
  })
  const byId = new Map(payments.toReversed().map((payment) => [payment.record.id, payment]))
  const byEntry = new Map(payments.map((payment) => [payment.create, payment]))
  const ofId = (id: string | null) => byId.get(id) ?? null
  const known = new Set<unknown>(payments.flatMap(({ record }) => [record.id, aboutOf({ ...record, id: undefined })]))
  const isLost = (entry: Entry, call: Call) =>
    isAccepted(entry) && paymentOf(entry, call) === null && (call.is === 'query' || call.is === 'otp')
  return {
    key,
    bases,
    payments,
    unplaced: {
      webhook: hooks.filter((hook) => !known.has(aboutOf(recordIn(jsonOf(hook.request))))),
      call: called.flatMap(({ entry, call }) => (isLost(entry, call) ? [entry] : [])),
    },
    endsAt: entries.reduce((end, { at, tookMs }) => Math.max(end, at + tookMs), 0),
    calls: called.map(({ entry, call }) => ({ entry, call, payment: paymentOf(entry, call) })),
  }

  function paymentOf(entry: Entry, call: Call): Payment | null {
    if (call.is === 'create') return byEntry.get(entry) ?? null
    if (call.is === 'query') return ofId(call.id)
    return call.is === 'otp' ? ofId(idOf(entry)) : null
  }
}

/** Two recorders write one webhook twice; a retry comes later. */
function onceEach(webhooks: readonly Entry[]): readonly Entry[] {
  return webhooks.filter((hook, index) => {
    const before = webhooks[index - 1]
    return before === undefined || hook.at - before.at >= 250 || hook.request.body !== before.request.body
  })
}

/** The transaction that an OTP is for. */
export function idOf({ request }: Entry): string | null {
  const body = jsonOf(request)
  return isObject(body) ? (textAt(body, 'id') ?? textAt(body, 'transactionId')) : null
}

export function isAccepted({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300
}

/** True if the service accepts no call with this key. */
export function isRefusedKey({ key, calls }: Conversation): boolean {
  const answered = calls.filter(({ entry }) => entry.request.headers.authorization === key && !isFault(entry))
  return answered.length > 0 && answered.every(({ entry }) => entry.status === 401)
}

/** True without an answer of the service itself: none, a fault, or a rate limit. */
export function isFault({ status }: { readonly status: number }): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** A call whose answer was lost has its first webhook's record, before its end. */
function recordAfter(entry: Entry, { reference }: Body, hooks: readonly Entry[]): Body | null {
  const records = isFault(entry) ? hooks.map((hook) => recordIn(jsonOf(hook.request))) : []
  const record = records.find((one) => one !== null && one.reference_business === reference)
  return record ? { ...record, status: 'INITIATED' } : null
}

/** True for a webhook that a proxy wrote without saying that it is one. */
function isRecord({ body, headers }: Entry['request']): boolean {
  const record =
    headers.authorization === undefined && body?.includes('reference_business') ? recordIn(jsonOf({ body })) : null
  return record !== null && typeof record.reference_business === 'string'
}

/** What the record of a webhook names: its id, or without one its reference. */
function aboutOf(record: Body | null): unknown {
  return record?.id ?? (record === null ? null : `reference ${String(record.reference_business)}`)
}

export function isFinal(record: Body | null): boolean {
  return ['COMPLETED', 'FAILED'].includes(String(record?.status))
}

interface Sight {
  readonly entry: Entry
  readonly record: Body | null
}

/** The first sight of each final status, in the order of time; the first sight of all is the create call. */
function endingsIn(seen: readonly Sight[]): readonly Ending[] {
  const endings: Ending[] = []
  const [create] = seen
  let open = create
  for (const { entry, record } of seen.toSorted((one, other) => one.entry.at - other.entry.at)) {
    const status = textAt(record, 'status')
    if (record === null || status === null || create === undefined || open === undefined) continue
    if (!isFinal(record)) open = { entry, record }
    else if (!endings.some((ending) => ending.status === status)) {
      endings.push({ ...momentOf({ entry, record }, open.entry, create.entry), status, record, entry })
    }
  }
  return endings
}

/** How long a record says that it took from its creation to its last change, or null. */
export function lifeOf({ created_at, updated_at }: Body): number | null {
  const took = Date.parse(String(updated_at)) - Date.parse(String(created_at))
  return took > 0 ? took : null
}

/** The record's own times say when it changed: a webhook can come later, and a query sees it later. */
function momentOf(
  { entry, record }: Sight & { record: Body },
  open: Entry,
  create: Entry,
): Pick<Ending, 'at' | 'index'> {
  const at = create.at + (lifeOf(record) ?? Number.POSITIVE_INFINITY)
  if (at >= entry.at) return { at: entry.at, index: entry.index - 0.5 }
  return { at: Math.max(at, open.at), index: open.index + 0.5 }
}
