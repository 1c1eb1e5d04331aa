import { createRequire } from 'node:module'
import type Database from 'better-sqlite3'
import { DataFolderError } from './errors.ts'

/** The database driver with its native part; throws with the cure where that part is missing or made for another Node. */
export function loadDriver(
  require = createRequire(import.meta.url),
  nodeApi = Number(process.versions.napi),
): typeof Database {
  const { version } = require('better-sqlite3/package.json') as { version: string }
  // Version 13 crashes the process where Node-API 10 is missing, so look before loading its binary.
  if (Number.parseInt(version, 10) >= 13 && nodeApi < 10) {
    throw new DataFolderError(
      `better-sqlite3 ${version} needs Node 22.14 or later and this is ${process.version}: install better-sqlite3@12.9.0, or a newer Node`,
    )
  }
  const Sqlite = require('better-sqlite3') as typeof Database
  try {
    // The native part is loaded with the first database.
    new Sqlite(':memory:').close()
  } catch (cause) {
    // Its first sentence, which can go over lines: what follows is where it was looked for, or a cure in Node's words.
    const why = String(cause instanceof Error ? cause.message : cause)
      .replaceAll('\n', ' ')
      .replace(/\. .*/, '')
    throw new DataFolderError(
      `The native part of better-sqlite3 ${version} cannot be loaded by Node ${process.version} on ${process.platform} ${process.arch} (${why}): run npm rebuild better-sqlite3, and let its install script run (no --ignore-scripts)`,
    )
  }
  return Sqlite
}
