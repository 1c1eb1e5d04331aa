import { expect, test } from 'vitest'
import { keepFaults } from '../../src/testing/start-sandbox.ts'

test('faults of the sandbox are kept until they are thrown, once, all of them, the first with its cause', () => {
  const faults = keepFaults()
  faults.throwAny()
  const cause = new Error('the disk is full')
  faults.keep('POST /collections/mobilemoney failed', cause)
  faults.keep('A stream of events broke off', 'no reason')
  const all = expect.objectContaining({
    message: 'POST /collections/mobilemoney failed: the disk is full\n  and A stream of events broke off: no reason',
    cause,
  })
  expect(() => faults.throwAny()).toThrow(all)
  faults.throwAny()
})
