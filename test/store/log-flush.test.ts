import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insert, openStore, temporaryFolder } from '../support/opened-store.ts'

const key = 'test_shop'

/** The files of a folder that this process has open; null if the system does not show them. */
function openIn(folder: string): string[] | null {
  try {
    return readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const file = readlinkSync(`/proc/self/fd/${fd}`)
        return file.startsWith(folder) ? [file.slice(folder.length + 1)] : []
      } catch {
        return []
      }
    })
  } catch {
    return null
  }
}

test('a store that wrote much leaves no file open once it is closed, however often it is', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  for (let n = 0; n < 100; n += 1)
    await store.perform(key, {}, () => ({ result: null, changes: [insert(`order-${n}`)] }))
  await sleep(100) // the last flush is over
  store.close()
  store.close()
  for (let tries = 0; tries < 100 && (openIn(folder)?.length ?? 0) > 0; tries += 1) await sleep(20)
  expect(openIn(folder) ?? []).toEqual([])
})

test('a log that one commit made long is short again after the next checkpoint', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  const size = () => statSync(`${store.db.name}-wal`).size
  store.db.exec('CREATE TABLE much AS SELECT zeroblob(20000000) AS bytes')
  expect(size()).toBeGreaterThan(20_000_000)
  for (const reference of ['one', 'two'])
    await store.perform(key, {}, () => ({ result: null, changes: [insert(reference)] }))
  expect(size()).toBeLessThanOrEqual(16_000_000)
  store.close()
})
