import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { messageOf } from '../../../error-code.ts'
import { installCommand } from '../../../package-manager.ts'
import { packageRoot } from '../../../package-root.ts'
import { DataFolderError } from './errors.ts'
import { type ShippedDriver, shippedDriver } from './shipped-driver.ts'

/** Where the driver is looked for, and for which Node. */
export interface DriverSources {
  readonly shipped: ShippedDriver | null
  /** Find better-sqlite3 beside this package, and in the project of the working folder, which pnpm and yarn keep apart. */
  readonly requires: readonly NodeJS.Require[]
  readonly versions: { readonly node: string; readonly napi?: string }
  /** The line that installs `spec` here. */
  readonly install: (spec: string) => string
}

const driverSources = (): DriverSources => ({
  shipped: shippedDriver,
  requires: [createRequire(import.meta.url), createRequire(join(process.cwd(), 'package.json'))],
  versions: process.versions,
  // In a clone of the repository, `npm ci` brings the right one.
  install: (spec) => (existsSync(join(packageRoot(), 'package-lock.json')) ? 'npm ci' : installCommand(spec)),
})

/**
 * Returns the database driver: the one inside the package, else better-sqlite3 installed beside it (Node 20, and platforms
 * without a ready binary). Throws, with the line that installs the right one, if there is none.
 */
export function loadDriver(sources: DriverSources = driverSources()): typeof Database {
  const { shipped, versions } = sources
  const usesNodeApi10 = Number(versions.napi) >= 10
  const failure = shipped && usesNodeApi10 ? failureOf(shipped.Database) : null
  if (shipped && usesNodeApi10 && failure === null) return shipped.Database

  const beside = findBeside(sources.requires)
  if (beside) return checked(beside, sources)
  const install = sources.install(usesNodeApi10 ? 'better-sqlite3@13.0.3' : 'better-sqlite3@12.9.0')
  const platform = `${process.platform} ${process.arch}`
  if (!usesNodeApi10) {
    throw new DataFolderError(
      `The driver inside payments-sandbox needs Node 22.14 or later and this is v${versions.node}: run ${install}, or use a newer Node`,
    )
  }
  throw new DataFolderError(
    shipped === null || shipped.binary() === null
      ? `payments-sandbox has no ready driver for ${platform}: run ${install}, which compiles one (with Python and a C++ compiler)`
      : `The driver inside payments-sandbox for ${platform} cannot be loaded by Node v${versions.node} (${failure}): run ${install}`,
  )
}

interface Beside {
  readonly version: string
  readonly require: NodeJS.Require
}

function findBeside(requires: readonly NodeJS.Require[]): Beside | null {
  for (const require of requires) {
    try {
      const { version } = require('better-sqlite3/package.json') as { version: string }
      return { version, require }
    } catch {
      // It is not installed there.
    }
  }
  return null
}

/** Either wrong pair ends the process without a message: 13 without Node-API 10 when it is loaded, 12 on Node 24 later. */
function checked({ version, require }: Beside, { versions, install }: DriverSources): typeof Database {
  const isVersion13 = Number.parseInt(version, 10) >= 13
  if (isVersion13 && Number(versions.napi) < 10) {
    throw new DataFolderError(
      `better-sqlite3 ${version} needs Node 22.14 or later and this is v${versions.node}: run ${install('better-sqlite3@12.9.0')}, or use a newer Node`,
    )
  }
  if (!isVersion13 && Number.parseInt(versions.node, 10) >= 24) {
    throw new DataFolderError(
      `better-sqlite3 ${version} needs a Node before 24 and this is v${versions.node}: run ${install('better-sqlite3@13.0.3')}`,
    )
  }
  const Sqlite = require('better-sqlite3') as typeof Database
  const failure = failureOf(Sqlite)
  if (failure === null) return Sqlite
  throw new DataFolderError(
    `The native part of better-sqlite3 ${version} cannot be loaded by Node v${versions.node} on ${process.platform} ${process.arch} (${failure}): remove better-sqlite3, and run ${install(`better-sqlite3@${version}`)}`,
  )
}

/** Why the driver opens no database, or null. Its native part is loaded with the first one. */
function failureOf(Sqlite: typeof Database): string | null {
  try {
    new Sqlite(':memory:').close()
    return null
  } catch (cause) {
    // Its first sentence, which can go over lines: what follows is where it was looked for, or a cure in Node's words.
    return messageOf(cause).replaceAll('\n', ' ').replace(/\. .*/, '')
  }
}
