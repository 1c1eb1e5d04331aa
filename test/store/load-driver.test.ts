import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { DataFolderError } from '../../src/store/sqlite/file/errors.ts'
import { type DriverSources, loadDriver } from '../../src/store/sqlite/file/load-driver.ts'
import { driverWithoutNativePart } from '../support/copied-driver.ts'

const node20 = { node: '20.19.0', napi: '9' }
const node22 = { node: '22.14.0', napi: '10' }
const node24 = { node: '24.21.0', napi: '10' }
const nothingBeside = createRequire('/package.json')

/** What `loadDriver` throws with these sources; the driver is nowhere unless they say so. */
function refusal(sources: Partial<DriverSources>): string {
  const none = { shipped: null, requires: [nothingBeside], versions: node22, install: (spec: string) => `add ${spec}` }
  try {
    loadDriver({ ...none, ...sources })
  } catch (error) {
    expect(error).toBeInstanceOf(DataFolderError)
    return (error as Error).message
  }
  throw new Error('A driver was loaded')
}

/** A driver that opens a database, or throws. */
function driver(message?: string): typeof Database {
  function Sqlite() {
    if (message !== undefined) throw new Error(message)
    return { close: () => {} }
  }
  return Sqlite as unknown as typeof Database
}

test('the driver inside the package is used where this Node can load it', () => {
  const Database = driver()
  const sources = { shipped: { Database, binary: () => '/driver.node' }, requires: [], install: (spec: string) => spec }
  expect(loadDriver({ ...sources, versions: node22 })).toBe(Database)
})

test('Node 20, which cannot load the driver inside, takes the one beside, or names the one to install', () => {
  const shipped = { Database: driver('it would end the process'), binary: () => '/driver.node' }
  expect(refusal({ shipped, versions: node20 })).toBe(
    'The driver inside payments-sandbox needs Node 22.14 or later and this is v20.19.0: run add better-sqlite3@12.9.0, or use a newer Node',
  )
  const requires = [nothingBeside, createRequire(import.meta.url)]
  expect(loadDriver({ shipped: null, requires, versions: process.versions, install: String })).toBe(
    createRequire(import.meta.url)('better-sqlite3'),
  )
})

test('on a platform without a ready binary the message names what compiles one', () => {
  expect(refusal({ shipped: { Database: driver('there is no binary'), binary: () => null } })).toBe(
    `payments-sandbox has no ready driver for ${process.platform} ${process.arch}: run add better-sqlite3@13.0.3, which compiles one (with Python and a C++ compiler)`,
  )
})

test('a binary that the system cannot load is named with the cause', () => {
  const Database = driver("libc.so.6: version 'GLIBC_2.34' not found (required by driver.node). Try again")
  expect(refusal({ shipped: { Database, binary: () => '/driver.node' } })).toBe(
    `The driver inside payments-sandbox for ${process.platform} ${process.arch} cannot be loaded by Node v22.14.0 (libc.so.6: version 'GLIBC_2.34' not found (required by driver.node)): run add better-sqlite3@13.0.3`,
  )
})

test('a driver beside that would end the process is refused: 13 before Node-API 10, 12 from Node 24 on', () => {
  expect(refusal({ requires: [driverWithoutNativePart('13.0.3')], versions: node20 })).toBe(
    'better-sqlite3 13.0.3 needs Node 22.14 or later and this is v20.19.0: run add better-sqlite3@12.9.0, or use a newer Node',
  )
  expect(refusal({ requires: [driverWithoutNativePart('12.9.0')], versions: node24 })).toBe(
    'better-sqlite3 12.9.0 needs a Node before 24 and this is v24.21.0: run add better-sqlite3@13.0.3',
  )
})

test('a missing native part of the driver beside is called that, with the cure', () => {
  expect(refusal({ requires: [driverWithoutNativePart('12.9.0')] })).toMatch(
    /^The native part of better-sqlite3 12\.9\.0 cannot be loaded by Node v22\.14\.0 on \w+ \w+ \(.+\): remove better-sqlite3, and run add better-sqlite3@12\.9\.0$/,
  )
})

test('a native part that was built for another Node is called that, in one line', () => {
  const message =
    "The module '/driver.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 127. Please try re-compiling"
  const found = (name: string) => (name === 'better-sqlite3' ? driver(message) : { version: '12.9.0' })
  const require = Object.assign(found, createRequire(import.meta.url))
  expect(refusal({ requires: [require] })).toContain(
    " (The module '/driver.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 115): remove ",
  )
})

test('the messages name the versions that the repository is tested with', () => {
  const json = (path: string) => JSON.parse(readFileSync(join(packageRoot(), path), 'utf8'))
  // CONTRIBUTING.md says why it is not a later one.
  expect(json('package.json').devDependencies['better-sqlite3']).toBe('13.0.3')
  expect(json('build/node-20/package.json').dependencies['better-sqlite3']).toBe('12.9.0')
})

test('the package has nothing to install with it, and npm ci here compiles nothing', () => {
  const json = (path: string) => JSON.parse(readFileSync(join(packageRoot(), path), 'utf8'))
  const { dependencies, optionalDependencies, peerDependencies, scripts } = json('package.json')
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined])
  expect([scripts.preinstall, scripts.install, scripts.postinstall]).toEqual([undefined, undefined, undefined])
  // npm leaves it out when it writes the lock file; build/prepare-driver.mjs puts it back.
  expect(json('package-lock.json').packages['node_modules/better-sqlite3'].gypfile).toBe(false)
})
