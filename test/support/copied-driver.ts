import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { folderWith } from './cli.ts'

const require = createRequire(import.meta.url)

/** How a program finds better-sqlite3 where its native part is missing: a copy, of another version if you like. */
export function driverWithoutNativePart(version?: string): NodeJS.Require {
  const folder = folderWith()
  for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path']) {
    const from = dirname(createRequire(require.resolve('better-sqlite3')).resolve(`${name}/package.json`))
    const to = join(folder, 'node_modules', name)
    mkdirSync(to, { recursive: true })
    cpSync(from, to, { recursive: true, filter: (path) => !/build|deps/.test(path.slice(from.length)) })
  }
  const manifest = join(folder, 'node_modules', 'better-sqlite3', 'package.json')
  if (version !== undefined)
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version }))
  return createRequire(join(folder, 'index.js'))
}
