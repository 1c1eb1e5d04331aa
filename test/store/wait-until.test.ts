import { expect, test } from 'vitest'
import { waitUntil } from '../../src/store/wait-until.ts'
import { insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'
const signal = new AbortController().signal

/** A store, a wait for so many transactions, and how often it has looked. */
function waiting() {
  const store = openStore()
  let looks = 0
  const look = (count: number) => () => {
    looks++
    const found = store.transactions(key, { limit: 9 }).length
    return found < count ? undefined : found
  }
  const wait = (count: number, { timeoutMs = 60_000, by = signal } = {}) =>
    waitUntil(store, { key, look: look(count), concerns: () => true, timeoutMs, signal: by })
  let changes = 0
  const change = (of = key) => store.perform(of, {}, () => ({ result: null, changes: [insert(`order-${changes++}`)] }))
  return { wait, change, looks: () => looks }
}

test('a wait looks now, and after each commit of its business, until it has found', async () => {
  const { wait, change, looks } = waiting()
  expect([await wait(0), looks()]).toEqual([0, 1])
  const found = wait(2)
  await change()
  await change('test_other')
  expect(looks()).toBe(3)
  await change()
  expect(await found).toBe(2)
  await change()
  expect(looks()).toBe(4)
})

test('a wait ends when its time is up, or when its caller goes away', async () => {
  const { wait, change, looks } = waiting()
  expect(await wait(1, { timeoutMs: 1 })).toBe(undefined)
  const caller = new AbortController()
  const left = wait(1, { by: caller.signal })
  caller.abort()
  expect(await left).toBe(undefined)
  expect(await wait(1, { by: caller.signal })).toBe(undefined)
  await change()
  expect(looks()).toBe(3)
})

test('a look that fails fails the wait', async () => {
  const store = openStore()
  const fails = (now: boolean) => {
    let isFirst = !now
    return () => {
      if (!isFirst) throw new Error('closed')
      isFirst = false
      return undefined
    }
  }
  const wait = (now: boolean) =>
    waitUntil(store, { key, look: fails(now), concerns: () => true, timeoutMs: 60_000, signal })
  await expect(wait(true)).rejects.toThrow('closed')
  const later = wait(false)
  await store.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))
  await expect(later).rejects.toThrow('closed')
})
