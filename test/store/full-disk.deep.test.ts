import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
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

/** Leaves no byte of the disk to others. */
function takeTheRest(): void {
  for (let bytes = 2 ** 20; bytes >= 1; bytes = bytes === 1 ? 0 : bytes / 16) {
    try {
      for (;;) appendFileSync(join(disk, 'other'), Buffer.alloc(bytes))
    } catch {
      // ENOSPC
    }
  }
}

/** A store whose disk has no byte left, in a folder of a disk of 24 MB. */
async function full(name: string): Promise<OpenedStore> {
  const folder = join(disk, name)
  mkdirSync(folder)
  const store = openStore({ folder })
  for (let creates = 0; creates < 1000; creates++) await create(store)
  store.db.exec("UPDATE transactions SET status = 'COMPLETED'")
  await store.takeSnapshot(key, 'kept')
  takeTheRest()
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

test.skipIf(!isMounted)('a disk that is full a second time finds the reserve made again', async () => {
  const store = await full('twice')
  const reserve = join(disk, 'twice', 'reserve')
  await store.reset(key)
  expect(existsSync(reserve)).toBe(false)
  rmSync(join(disk, 'other'))
  for (let creates = 0; creates < 50; creates++) await create(store)
  expect(statSync(reserve).size).toBe(2 ** 20)
  takeTheRest()
  await expect(fillUp(store)).rejects.toMatchObject({ facts: { isFull: true } })
  await store.reset(key)
  await create(store)
  store.close()
  for (const left of ['other', 'twice']) rmSync(join(disk, left), { recursive: true })
})

test.skipIf(!isMounted)('a disk that others fill while a sandbox is idle is emptied by a reset', async () => {
  const room = mkdtempSync(join(tmpdir(), 'payments-sandbox-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', room], { stdio: 'ignore' })
  onTestFinished(() => {
    execFileSync('umount', ['-l', room])
    rmSync(room, { recursive: true })
  })
  const store = openStore({ folder: join(room, 'data') })
  const log = join(room, 'data', 'sandbox.db-wal')
  while (statSync(log).size < 6 * 2 ** 20) await Promise.all(Array.from({ length: 50 }, () => create(store)))
  const database = join(room, 'data', 'sandbox.db')
  // A second after the last commit the log is emptied into the database.
  await expect.poll(() => statSync(database).size, { timeout: 20_000 }).toBeGreaterThan(2 ** 20)
  execFileSync('sh', ['-c', `cat /dev/zero > "${join(room, 'other')}" || true`], { stdio: 'ignore' })
  await expect(fillUp(store)).rejects.toMatchObject({ facts: { isFull: true } })
  await store.reset(key)
  for (let creates = 0; creates < 100; creates++) await create(store)
  store.close()
})
