import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderWith, launch } from '../support/cli.ts'

const shop = join(import.meta.dirname, '..', 'support', 'merchants', 'shop_sql.py')

/** Debian's, for which psycopg2 is installed. */
const python = '/usr/bin/python3'

/** Debian's programs of PostgreSQL, which are not on the PATH; `.ci/run` installs them. */
const versions = '/usr/lib/postgresql'
const [version = null] = existsSync(versions) ? readdirSync(versions) : []
const programs = join(versions, version ?? '', 'bin')
const isHere = version !== null && spawnSync(python, ['-c', 'import psycopg2']).status === 0

/** PostgreSQL refuses to run as root. */
function asItsUser(program: string, ...args: readonly string[]): void {
  const command = [join(programs, program), ...args]
  const [file = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
  execFileSync(file, rest, { stdio: 'ignore' })
}

/** Holds the database and its socket; the test's own folders are for root alone. */
const folder = mkdtempSync('/tmp/payments-sandbox-postgres-')
const data = join(folder, 'data')

beforeAll(() => {
  if (!isHere) return
  chmodSync(folder, 0o777)
  asItsUser('initdb', '--pgdata', data, '--auth', 'trust', '--username', 'postgres', '--no-sync')
  asItsUser('pg_ctl', '--pgdata', data, '--wait', '-o', `-k ${folder} -c listen_addresses= -F`, 'start')
}, 60_000)

afterAll(() => {
  if (isHere) asItsUser('pg_ctl', '--pgdata', data, '--mode', 'immediate', 'stop')
})

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

test.skipIf(!isHere && !process.env.CI)(
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

test.skipIf(!isHere && !process.env.CI)(
  'two workers that add to a balance in one statement pass',
  { timeout: 120_000 },
  async () => {
    const { code, first } = await explored('none')
    expect([code, first]).toEqual([0, expect.stringMatching(/^Nothing found in \d+ runs \(seed 1\)\.$/)])
  },
)
