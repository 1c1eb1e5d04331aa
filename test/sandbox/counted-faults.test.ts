import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { countedFaults } from '../../src/sandbox/counted-faults.ts'

/** A log that keeps what it is given; `counted` says again after `countMs` what came again. */
function kept(countMs?: number) {
  const lines: string[] = []
  const plain = {
    fault: (message: string, cause: unknown) => void lines.push(`${message}: ${cause}`),
    hint: () => {},
    problem: (message: string) => void lines.push(message),
  }
  return { lines, counted: countedFaults(plain, countMs) }
}

const full = () => new StorageFailure(new Error('database or disk is full'))

test('a fault that comes again is logged once, and counted', () => {
  const { lines, counted } = kept()
  for (let n = 0; n < 1000; n++) counted.log.fault('POST /collections/mobilemoney failed', new TypeError('no'))
  expect(lines).toEqual(['POST /collections/mobilemoney failed: TypeError: no'])
  counted.close()
  expect(lines.slice(1)).toEqual(['POST /collections/mobilemoney failed: TypeError: no (999 times more)'])
})

test('a full disk is one fault, for any caller', () => {
  const { lines, counted } = kept()
  for (const id of ['a', 'b', 'c']) counted.log.fault(`GET /_sandbox/transactions/${id} failed`, full())
  counted.log.fault('due work failed and will be tried again', full())
  counted.close()
  expect(lines).toEqual([
    'GET /_sandbox/transactions/a failed: StorageFailure: The database could not store the change: database or disk is full',
    'The database could not store the change: database or disk is full (3 times more)',
  ])
})

test('other faults are logged each, and one that came once is not counted', () => {
  const { lines, counted } = kept()
  for (const [message, cause] of [
    ['one', 'x'],
    ['two', 'x'],
    ['one', 'y'],
  ] as const)
    counted.log.fault(message, new Error(cause))
  counted.close()
  expect(lines).toEqual(['one: Error: x', 'two: Error: x', 'one: Error: y'])
})

test('the count is logged while the fault goes on, and a fault that comes after quiet is logged in full', async () => {
  const { lines, counted } = kept(10)
  counted.log.fault('one', new Error('x'))
  counted.log.fault('one', new Error('x'))
  await expect.poll(() => lines).toEqual(['one: Error: x', 'one: Error: x (1 times more)'])
  const inFull = () => {
    counted.log.fault('one', new Error('x'))
    return lines.filter((line) => line === 'one: Error: x').length
  }
  await expect.poll(inFull, { interval: 50 }).toBe(2)
  counted.close()
})
