import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'tsdown'

const modules = join(import.meta.dirname, '..', 'node_modules')

/** Version 13 of better-sqlite3; on Node 20, which cannot load it, build/prepare-driver.mjs has put it aside. */
const driver = [join(modules, '.better-sqlite3-13'), join(modules, 'better-sqlite3')].find(existsSync) ?? ''

/**
 * Puts better-sqlite3 into the package, so that it has no dependency to install: its JavaScript into the bundle, its ready
 * binaries (Node-API, eight platforms) into `dist/prebuilds/`.
 */
export function shippedDriver(): Rolldown.Plugin {
  return {
    name: 'shipped-driver',
    load: {
      filter: { id: /[\\/]file[\\/]shipped-driver\.ts$/ },
      handler: () => ({ code: driverModule(), moduleType: 'js' }),
    },
    transform: {
      filter: { id: /[\\/]\.?better-sqlite3[^\\/]*[\\/]lib[\\/]binding\.js$/ },
      handler: binariesBesideTheBundle,
    },
    generateBundle() {
      for (const name of binaries()) {
        const source = readFileSync(join(driver, 'prebuilds', name))
        this.emitFile({ type: 'asset', fileName: `prebuilds/${name}`, source })
      }
    },
  }
}

function driverModule(): string {
  const file = (name: string) => JSON.stringify(join(driver, 'lib', name))
  return `import Database from ${file('index.js')}
import { getPrebuildPath } from ${file('binding.js')}

export const shippedDriver = { Database, binary: getPrebuildPath }
`
}

/** The driver looks for its binaries in the folder above its own: in the bundle its folder is `dist`. */
function binariesBesideTheBundle(code: string): string {
  const [before, after, ...more] = code.split("path.join(__dirname, '..', 'prebuilds'")
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('better-sqlite3 looks for its binaries in another way: change build/shipped-driver.ts')
  return `${before}path.join(__dirname, 'prebuilds'${after}`
}

function binaries(): string[] {
  const names = existsSync(join(driver, 'prebuilds')) ? readdirSync(join(driver, 'prebuilds')) : []
  if (names.length !== 8)
    throw new Error(`${driver} has ${names.length} ready binaries, not 8: run npm ci, which installs better-sqlite3 13`)
  return names
}
