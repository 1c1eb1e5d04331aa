import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { insert, type OpenedStore, openStore } from '../support/opened-store.ts'

const key = 'test_shop'
const disk = mkdtempSync(join(tmpdir(), 'payments-sandbox-'))
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

/** A store whose disk has no byte left, in a folder of a disk of 24 MB. */
async function full(name: string): Promise<OpenedStore> {
  const folder = join(disk, name)
  mkdirSync(folder)
  const store = openStore({ folder })
  for (let creates = 0; creates < 1000; creates++) await create(store)
  store.db.exec("UPDATE transactions SET status = 'COMPLETED'")
  await store.takeSnapshot(key, 'kept')
  for (let bytes = 2 ** 20; bytes >= 1; bytes = bytes === 1 ? 0 : bytes / 16) {
    try {
      for (;;) appendFileSync(join(disk, 'other'), Buffer.alloc(bytes))
    } catch {
      // ENOSPC
    }
  }
  await expect(fillUp(store)).rejects.toMatchObject({ facts: { isFull: true } })
  return store
}

async function fillUp(store: OpenedStore): Promise<void> {
  for (let creates = 0; creates < 400; creates++) await Promise.all(Array.from({ length: 50 }, () => create(store)))
}

const operations: readonly [string, (store: OpenedStore) => Promise<unknown>][] = [
  ['a reset', (store) => store.reset(key)],
  ['a prune', (store) => store.prune(key, 0)],
  ['a dropped snapshot', (store) => store.dropSnapshot(key, 'kept')],
]

test.skipIf(!isMounted).each(operations)(
  '%s on a full disk gives up the reserve, and creates work again',
  async (name, operate) => {
    const store = await full(name)
    const reserve = join(disk, name, 'reserve')
    expect(statSync(reserve).blocks * 512).toBe(2 ** 20)
    await operate(store)
    for (let creates = 0; creates < 100; creates++) await create(store)
    expect(existsSync(reserve)).toBe(false)
    store.close()
    rmSync(join(disk, 'other'))
    const again = openStore({ folder: join(disk, name) })
    expect(existsSync(reserve)).toBe(true)
    again.close()
    rmSync(join(disk, name), { recursive: true })
  },
)

test.skipIf(!isMounted).each(operations)(
  '%s works in a sandbox that is started on a full disk',
  async (name, operate) => {
    ;(await full(`${name} later`)).close()
    execFileSync('sh', ['-c', `cat /dev/zero >> "${join(disk, 'other')}" || true`], { stdio: 'ignore' })
    const again = openStore({ folder: join(disk, `${name} later`) })
    await operate(again)
    for (let creates = 0; creates < 100; creates++) await create(again)
    again.close()
    for (const left of ['other', `${name} later`]) rmSync(join(disk, left), { recursive: true })
  },
)
