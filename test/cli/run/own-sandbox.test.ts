import { expect, test } from 'vitest'
import { handedKey } from '../../../src/cli/run/own-sandbox.ts'
import { parseConfig } from '../../../src/config.ts'

test.each([
  [{}, 'test_sandbox'],
  [{ businesses: { test_b: {} } }, 'test_sandbox'],
  [{ keys: 'declared', businesses: { default: {}, test_b: {}, test_a: {} } }, 'test_b'],
] as const)('with %j other programs are given the key %s', (config, key) => {
  expect(handedKey(parseConfig(config))).toBe(key)
})
