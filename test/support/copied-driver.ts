import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { folderWith } from './cli.ts'

const require = createRequire(import.meta.url)

/** How a program finds a copy of better-sqlite3 without its native part, which says that it is of this version. */
export function driverWithoutNativePart(version: string): NodeJS.Require {
  const folder = folderWith()
  const driver = dirname(require.resolve('better-sqlite3/package.json'))
  const to = join(folder, 'node_modules', 'better-sqlite3')
  mkdirSync(to, { recursive: true })
  cpSync(join(driver, 'lib'), join(to, 'lib'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(driver, 'package.json'), 'utf8'))
  writeFileSync(join(to, 'package.json'), JSON.stringify({ ...manifest, version }))
  return createRequire(join(folder, 'index.js'))
}
