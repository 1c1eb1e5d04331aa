import { expect, test } from 'vitest'
import { waitUntil } from '../../src/store/wait-until.ts'
import { insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'
const signal = new AbortController().signal

/** A store, and looks at it that end when the test says so. */
function slowLooks() {
  const store = openStore()
  const looks: ((found?: string) => void)[] = []
  const look = () => new Promise<string | undefined>((resolve) => looks.push(resolve))
  const wait = (timeoutMs: number, by = signal) =>
    waitUntil(store, { key, look, concerns: () => true, timeoutMs, signal: by })
  let changes = 0
  const change = () => store.perform(key, {}, () => ({ result: null, changes: [insert(`order-${changes++}`)] }))
  return { looks, wait, change }
}

test('what comes while a wait looks is looked at, once however much it was', async () => {
  const { looks, wait, change } = slowLooks()
  const waiting = wait(60_000)
  await change()
  await change()
  expect(looks).toHaveLength(1)
  looks[0]?.()
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.()
  await change()
  await expect.poll(() => looks.length).toBe(3)
  looks[2]?.('found')
  expect(await waiting).toBe('found')
  await change()
  expect(looks).toHaveLength(3)
})

test('a look that is under way when the time is up still counts', async () => {
  const { looks, wait } = slowLooks()
  const [waiting, never] = [wait(0), wait(0)]
  await new Promise((resolve) => setTimeout(resolve, 20))
  looks[0]?.('found')
  looks[1]?.()
  expect([await waiting, await never]).toEqual(['found', undefined])
})

test('what comes before the time is up is looked at, also by a wait whose look takes longer', async () => {
  const { looks, wait, change } = slowLooks()
  const waiting = wait(20)
  await change()
  await new Promise((resolve) => setTimeout(resolve, 40))
  await change() // too late
  looks[0]?.()
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.()
  expect(await waiting).toBe(undefined)
  expect(looks).toHaveLength(2)
})

test('a caller that goes away ends the wait, and nothing is looked at afterwards', async () => {
  const { looks, wait, change } = slowLooks()
  const caller = new AbortController()
  const waiting = wait(60_000, caller.signal)
  looks[0]?.()
  await change().then(() => expect.poll(() => looks.length).toBe(2))
  looks[1]?.()
  await new Promise((resolve) => setImmediate(resolve))
  caller.abort()
  expect(await waiting).toBe(undefined)
  await change()
  expect(looks).toHaveLength(2)
})

test('a look that fails fails the wait', async () => {
  const look = () => {
    throw new Error('closed')
  }
  const waiting = waitUntil(openStore(), { key, look, concerns: () => true, timeoutMs: 60_000, signal })
  await expect(waiting).rejects.toThrow('closed')
})
