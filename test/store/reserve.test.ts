import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insert, type OpenedStore, openStore, temporaryFolder } from '../support/opened-store.ts'

async function create(store: OpenedStore, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const reference = `order-${process.hrtime.bigint()}`
    await store.perform('test_shop', {}, () => ({ result: null, changes: [insert(reference)] }))
  }
}

test('a reserve that was deleted is made again while calls come', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  rmSync(join(folder, 'reserve'))
  await create(store, 40)
  expect(statSync(join(folder, 'reserve')).size).toBe(2 ** 20)
  store.close()
})

const isWindows = process.platform === 'win32'

test.skipIf(isWindows)('a data folder that was deleted ends no sandbox', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  rmSync(folder, { recursive: true })
  await create(store, 40)
  expect(existsSync(folder)).toBe(false)
  store.close()
})

test.skipIf(isWindows)('a folder named reserve stays, and a link of that name is not followed', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'reserve'))
  const store = openStore({ folder })
  await create(store, 40)
  store.close()
  expect(statSync(join(folder, 'reserve')).isDirectory()).toBe(true)
  rmSync(join(folder, 'reserve'), { recursive: true })
  writeFileSync(join(folder, 'other'), 'kept')
  symlinkSync(join(folder, 'other'), join(folder, 'reserve'))
  openStore({ folder }).close()
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('kept')
})
