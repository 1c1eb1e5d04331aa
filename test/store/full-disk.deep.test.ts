import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refusals.ts'
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

const writes: readonly (readonly [string, (store: OpenedStore) => Promise<unknown>])[] = [
  ['a create call', create],
  ['a snapshot', (store) => store.takeSnapshot(key, 'more')],
  ['a restore', (store) => store.restoreSnapshot(key, 'kept')],
  ['an import', (store) => importAgain(store, key)],
  ['a dropped snapshot', (store) => store.dropSnapshot(key, 'kept')],
  ['a prune', (store) => store.prune(key, 0)],
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

test.skipIf(!isMounted)(
  'on a full disk each write is refused and changes nothing, reads go on, and with room all goes on',
  async () => {
    const folder = join(disk, 'data')
    mkdirSync(folder)
    let store = openStore({ folder })
    for (let creates = 0; creates < 1000; creates++) await create(store)
    store.db.exec("UPDATE transactions SET status = 'COMPLETED', updated_at = 0")
    await store.takeSnapshot(key, 'kept')
    await expect(fillUp(store)).rejects.toMatchObject({ facts: { isFull: true } })
    const before = shown(store)
    for (const restarts of [false, true]) {
      if (restarts) {
        store.close()
        takeTheRest()
        store = openStore({ folder })
      }
      for (const [name, write] of writes) {
        const refused = await write(store).catch((cause) => cause)
        expect(refused, name).toBeInstanceOf(StorageFailure)
        expect(refused, name).toMatchObject({ facts: { isFull: true } })
        expect(shown(store), name).toEqual(before)
      }
      expect(await contentsOf(store, key)).toHaveLength(2 + before[0].length)
    }
    rmSync(others)
    for (const [, write] of writes) await write(store)
    expect(shown(store).slice(0, 1)).toEqual([[]])
    store.close()
  },
)
