import { createRequire } from 'node:module'
import type Database from 'better-sqlite3'
import { DataFolderError } from './errors.ts'

/** Returns the database driver. Throws, with the cure, if its native part is missing or made for another Node. */
export function loadDriver(
  require = createRequire(import.meta.url),
  node: { readonly node: string; readonly napi?: string } = process.versions,
): typeof Database {
  const { version } = require('better-sqlite3/package.json') as { version: string }
  // Either mistake ends the process without a message: version 13 without Node-API 10 when its binary is loaded, version 12
  // on Node 24 when memory is first cleaned up.
  const isVersion13 = Number.parseInt(version, 10) >= 13
  if (isVersion13 && Number(node.napi) < 10) {
    throw new DataFolderError(
      `better-sqlite3 ${version} needs Node 22.14 or later and this is v${node.node}: install better-sqlite3@12.9.0, or a newer Node`,
    )
  }
  if (!isVersion13 && Number.parseInt(node.node, 10) >= 24) {
    throw new DataFolderError(
      `better-sqlite3 ${version} needs a Node before 24 and this is v${node.node}: run npm install --no-save better-sqlite3@13`,
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
