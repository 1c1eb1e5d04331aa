import { z } from 'zod'
import { answerObject, noParameters } from '../../contract/named.ts'
import type { Snapshot, Store } from '../../store/store.ts'
import { invalid, refusal } from '../../words/errors.ts'
import { controlEndpoint } from '../endpoint.ts'
import { iso, time } from '../schema-parts.ts'

const snapshotView = answerObject(
  'Snapshot',
  'A business as it was at a moment: its state, its pending work and its clock.',
  {
    name: z.string(),
    at: time.describe('Sandbox time of the snapshot; the clock goes on from here when it is restored.'),
    transactions: z.int(),
    pendingJobs: z.int().describe('Work that waits in it for its time.'),
  },
)

const snapshotsView = answerObject('Snapshots', 'Snapshots of this business, by name. A reset leaves them.', {
  data: z.array(snapshotView),
})

function presentSnapshot({ name, at, transactions, pendingJobs }: Snapshot) {
  return { name, at: iso(at), transactions, pendingJobs }
}

/** Enough for people, and few enough to stop a loop that makes snapshots. */
const mostSnapshots = 100

const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const name = 'Name of the snapshot: 1 to 64 letters, digits, dots, dashes and underscores.'

export const listSnapshots = controlEndpoint({
  route: 'GET /_sandbox/snapshots',
  summary: 'Snapshots of this business',
  answer: snapshotsView,
  handle: ({ key, store }) => ({ body: presentAll(store, key) }),
})

/** Keeps the business as it is: transactions, wallets, webhooks, pending jobs, queue, settings and clock together. */
export const takeSnapshot = controlEndpoint({
  route: 'PUT /_sandbox/snapshots/{name}',
  summary: 'Keep this business as it is, under a name',
  params: { name },
  body: noParameters,
  answer: snapshotView,
  refuses: ['conflict'],
  async handle({ key, params: { name }, store }) {
    requireName(name)
    const names = store.snapshots(key).map((kept) => kept.name)
    if (names.length >= mostSnapshots && !names.includes(name)) {
      throw refusal({ why: 'full-of-snapshots', key, count: names.length })
    }
    return { body: presentSnapshot(await store.takeSnapshot(key, name)) }
  },
})

export const restoreSnapshot = controlEndpoint({
  route: 'POST /_sandbox/snapshots/{name}/restore',
  summary: 'Put this business back to a snapshot',
  params: { name },
  body: noParameters,
  answer: snapshotView,
  refuses: ['not_found'],
  async handle({ key, params: { name }, engine, reporter, store }) {
    const isThere = store.snapshots(key).some((kept) => kept.name === name)
    const restored = isThere ? await reporter.through(key, () => engine.restore(key, name)) : null
    if (restored === null) throw unknown(store, key, name)
    return { body: presentSnapshot(restored) }
  },
})

export const deleteSnapshot = controlEndpoint({
  route: 'DELETE /_sandbox/snapshots/{name}',
  summary: 'Forget a snapshot',
  params: { name },
  answer: snapshotsView,
  refuses: ['not_found'],
  async handle({ key, params: { name }, store }) {
    if (!(await store.dropSnapshot(key, name))) throw unknown(store, key, name)
    return { body: presentAll(store, key) }
  },
})

function requireName(name: string): void {
  if (wellFormed.test(name)) return
  throw invalid(
    '',
    `${JSON.stringify(name.slice(0, 64))} is not a name for a snapshot`,
    'write 1 to 64 letters, digits, dots, dashes and underscores, beginning with a letter or a digit: after-payment',
  )
}

function unknown(store: Store, key: string, name: string): Error {
  const names = store.snapshots(key).map((kept) => kept.name)
  return refusal({ why: 'unknown-snapshot', name: name.slice(0, 64), key, names })
}

function presentAll(store: Store, key: string) {
  return { data: store.snapshots(key).map(presentSnapshot) }
}
