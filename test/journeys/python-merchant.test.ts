import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launch } from '../support/cli.ts'

const shop = join(import.meta.dirname, '..', 'support', 'merchants', 'shop.py')

/** Each run starts an interpreter: all changes are played against the merchants in TypeScript. */
const singles = 'webhook-twice-at-once,lost-reply'

test('a Python merchant without a mistake passes two changes and their pair', { timeout: 120_000 }, async () => {
  const cli = launch([
    'explore',
    '--clock',
    'frozen',
    '--time',
    '100s',
    '--only',
    singles,
    '--',
    'python3',
    shop,
    'check',
  ])
  expect(await cli.ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Nothing found in \d+ runs \(seed 1\)\.\n/),
  })
})
