import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, launch } from '../support/cli.ts'
import { hasPostgres, postgresForTests, python } from '../support/postgres.ts'

const shop = join(import.meta.dirname, '..', 'support', 'merchants', 'shop_sql.py')

const folder = postgresForTests()

async function explored(mistake: string) {
  const command = [
    'explore',
    '--clock',
    'frozen',
    '--only',
    'webhook-twice-at-once,together',
    '--runs',
    // Five plain ones, three single changes and their pairs.
    '11',
    '--',
    python,
    shop,
  ]
  const cli = launch(command, { cwd: folderWith({}), env: { DATABASE: folder, MISTAKE: mistake } })
  const { code, stdout } = await cli.ended
  return { code, first: stdout.split('\n')[0] }
}

test.skipIf(!hasPostgres)(
  'two workers that write back a balance which they read before are found by two webhooks at the same moment',
  { timeout: 120_000 },
  async () => {
    const { code, first } = await explored('writes-back')
    expect([code, first]).toEqual([
      5,
      expect.stringMatching(
        /^The test fails when the webhook of transaction 1 and the next one come at the same moment \(confirmed 3 of 3, run \d+ of \d+\)\.$/,
      ),
    ])
  },
)

test.skipIf(!hasPostgres)('two workers that add to a balance in one statement pass', { timeout: 120_000 }, async () => {
  const { code, first } = await explored('none')
  expect([code, first]).toEqual([0, expect.stringMatching(/^Nothing found in \d+ runs \(seed 1\)\.$/)])
})
