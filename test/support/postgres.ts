import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Debian's, for which psycopg2 is installed. */
export const python = '/usr/bin/python3'

/** Debian's programs of PostgreSQL, which are not on the PATH; `.ci/run` installs them. */
const versions = '/usr/lib/postgresql'
const [version = null] = existsSync(versions) ? readdirSync(versions) : []
const programs = join(versions, version ?? '', 'bin')

/** False: a test that needs PostgreSQL and Python's driver is skipped, except in CI. */
export const hasPostgres =
  (version !== null && spawnSync(python, ['-c', 'import psycopg2']).status === 0) || Boolean(process.env.CI)

/** PostgreSQL refuses to run as root. */
function asItsUser(program: string, ...args: readonly string[]): void {
  const command = [join(programs, program), ...args]
  const [file = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
  execFileSync(file, rest, { stdio: 'ignore' })
}

/** Runs a database for the tests of a file. Returns the folder of its socket, which is the host to connect to as `postgres`. */
export function postgresForTests(): string {
  // The test's own folders are for root alone.
  const folder = mkdtempSync('/tmp/payments-sandbox-postgres-')
  const data = join(folder, 'data')
  beforeAll(() => {
    if (!hasPostgres) return
    chmodSync(folder, 0o777)
    asItsUser('initdb', '--pgdata', data, '--auth', 'trust', '--username', 'postgres', '--no-sync')
    asItsUser('pg_ctl', '--pgdata', data, '--wait', '-o', `-k ${folder} -c listen_addresses= -F`, 'start')
  }, 60_000)
  afterAll(() => {
    if (hasPostgres) asItsUser('pg_ctl', '--pgdata', data, '--mode', 'immediate', 'stop')
  })
  return folder
}
