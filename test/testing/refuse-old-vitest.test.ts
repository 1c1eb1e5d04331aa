import { expect, test } from 'vitest'
import { refuseOldVitest } from '../../src/testing/refuse-old-vitest.ts'

test.each(['2.1.9', '3.0.0', '3.1.4', '0.34.6'])('vitest %s is refused by name, with what to do', (version) => {
  expect(() => refuseOldVitest(version)).toThrow(
    `payments-sandbox/vitest needs vitest 3.2 or later and this is ${version}: update vitest, or call startSandbox() of payments-sandbox/testing in beforeAll()`,
  )
})

test.each(['3.2.0', '3.10.1', '4.1.12', '5.0.0-beta.1'])('vitest %s is taken', (version) => {
  expect(() => refuseOldVitest(version)).not.toThrow()
})
