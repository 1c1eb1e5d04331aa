import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { insert, type OpenedStore, openStore, referencesIn } from '../support/opened-store.ts'
import { contentsOf, importAgain } from '../support/whole-world.ts'

const key = 'test_shop'
const disk = mkdtempSync(join(tmpdir(), 'payments-sandbox-'))
const others = join(disk, 'others')
const isMounted = canMount()

function canMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true })
})

let count = 0
const create = (store: OpenedStore) =>
  store.perform(key, {}, () => ({ result: null, changes: [insert(`reference-${++count}`)] }))

/** Other files take every byte that the disk has left. */
function takeTheRest(): void {
  for (let bytes = 2 ** 20; bytes >= 1; bytes = bytes === 1 ? 0 : bytes / 16) {
    try {
      for (;;) appendFileSync(others, Buffer.alloc(bytes))
    } catch {
      // ENOSPC
    }
  }
}

/** Creates until the disk is full, also in what the log of the database had left. */
async function fillUp(store: OpenedStore): Promise<void> {
  takeTheRest()
  for (;;) await create(store)
}

type Write = readonly [name: string, write: (store: OpenedStore) => Promise<unknown>]

const growing: readonly Write[] = [
  ['a create call', create],
  ['a snapshot', (store) => store.takeSnapshot(key, 'more')],
  ['a restore', (store) => store.restoreSnapshot(key, 'kept')],
  ['an import', (store) => importAgain(store, key)],
]

/** What needs less room than a create call may find it in the log. */
const small: readonly Write[] = [
  ['a prune', (store) => store.prune(key, 0)],
  ['a dropped snapshot', (store) => store.dropSnapshot(key, 'kept')],
  ['a reset', (store) => store.reset(key)],
]

/** What a call sees of a business. */
function shown(store: OpenedStore) {
  const { epoch, clock } = store.business(key)
  return [
    referencesIn(store, key),
    store.counts(key),
    store.snapshots(key),
    store.prunedBefore(key),
    epoch,
    clock,
  ] as const
}

/** Holds a write that is refused to its promise. Returns whether it was. */
async function isRefused(store: OpenedStore, [name, write]: Write): Promise<boolean> {
  const before = shown(store)
  const refused = await write(store).then(
    () => null,
    (cause) => cause,
  )
  if (refused === null) return false
  expect(refused, name).toBeInstanceOf(StorageFailure)
  expect(refused, name).toMatchObject({ facts: { isFull: true } })
  expect(shown(store), name).toEqual(before)
  expect(await contentsOf(store, key), name).toHaveLength(2 + before[0].length)
  return true
}

test.skipIf(!isMounted)(
  'on a full disk writes are refused and change nothing, reads go on, and with room all goes on',
  async () => {
    const folder = join(disk, 'data')
    mkdirSync(folder)
    let store = openStore({ folder })
    for (let creates = 0; creates < 1000; creates++) await create(store)
    store.db.exec("UPDATE transactions SET status = 'COMPLETED', updated_at = 0")
    await store.takeSnapshot(key, 'kept')
    await expect(fillUp(store)).rejects.toMatchObject({ facts: { isFull: true } })
    for (const write of growing) expect([write[0], await isRefused(store, write)]).toEqual([write[0], true])
    store.close()
    takeTheRest()
    store = openStore({ folder })
    await expect(fillUp(store)).rejects.toMatchObject({ facts: { isFull: true } })
    for (const write of growing) expect([write[0], await isRefused(store, write)]).toEqual([write[0], true])
    for (const write of small) await isRefused(store, write)
    rmSync(others)
    for (const write of [...growing.slice(0, 2), ...small]) expect(await isRefused(store, write), write[0]).toBe(false)
    expect(referencesIn(store, key)).toEqual([])
    await create(store)
    store.close()
  },
)
