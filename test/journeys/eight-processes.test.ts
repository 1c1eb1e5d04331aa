import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, launchNode, start } from '../support/cli.ts'

const processes = 8
const transactions = 500

const program = readFileSync(join(import.meta.dirname, 'eight-processes', 'suite.mjs'), 'utf8')

/** What one process saw of its own business. */
interface Seen {
  readonly statuses: Readonly<Record<string, number>>
  readonly webhooks: Readonly<Record<string, number>>
  readonly strangers: number
  readonly distinct: number
  readonly balance: number
  readonly queue: number
  readonly now: string
  readonly findings: readonly string[]
}

test('eight processes share one sandbox, each with a key, and none meets another', { timeout: 120_000 }, async () => {
  const sandbox = await start(['--data', ':memory:', '--clock', '2026-01-31T12:00:00Z'])
  const suites = Array.from({ length: processes }, (_, index) => {
    const cwd = folderWith({ 'suite.mjs': program })
    return launchNode(['suite.mjs', sandbox.url, `test_suite_${index}`, String(transactions)], { cwd })
  })
  const ended = await Promise.all(suites.map((suite) => suite.ended))
  expect(ended.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(Array(processes).fill('0 '))
  const seen: Seen[] = ended.map(({ stdout }) => JSON.parse(stdout))
  // A tenth is made to fail, so a tenth of the money stays away: 10 GHS each, and each process moves its own time.
  const failed = transactions / 10
  for (const [index, one] of seen.entries()) {
    expect(one).toEqual({
      statuses: { COMPLETED: transactions - failed, FAILED: failed },
      webhooks: { COMPLETED: transactions - failed, FAILED: failed },
      strangers: 0,
      distinct: transactions,
      balance: 1_000_000 + 10 * (transactions - failed),
      queue: 0,
      now: new Date(Date.parse('2026-01-31T12:00:00Z') + (index + 1) * 3_600_000).toISOString(),
      findings: [],
    })
  }
  await sandbox.stop()
})
