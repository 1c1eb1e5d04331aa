import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { KnownTexts } from '../../src/world-file/known-texts.ts'

test('each text that was added is known, and no other, however many there are', () => {
  const known = new KnownTexts()
  const texts = ['', 'a', 'Ä', '\ud800', ...Array.from({ length: 20_000 }, (_, index) => `order-${index}`)]
  for (const text of texts) {
    expect(known.has(text)).toBe(false)
    known.add(text)
    known.add(text)
    expect(known.has(text)).toBe(true)
  }
  expect(texts.filter((text) => !known.has(text))).toEqual([])
  expect(texts.filter((text) => known.has(`${text} `))).toEqual([])
})

test('200,000 ids take less than 10 MB', () => {
  setFlagsFromString('--expose_gc')
  const collect: () => void = runInNewContext('gc')
  const used = () => {
    // V8 frees buffers beside the program, and ends that before the next collection.
    collect()
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  const known = new KnownTexts()
  for (let count = 0; count < 200_000; count++) known.add(randomUUID())
  const after = used()
  known.add('last')
  expect(known.has('last')).toBe(true)
  expect(after - before).toBeLessThan(10 * 1024 * 1024)
})
