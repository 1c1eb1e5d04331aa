// npm runs this after it has installed this repository; users of the package never do (it is `postprepare`, because npm 11 warns of a
// packed `prepare`). It makes node_modules/better-sqlite3 the driver that this Node can load: version 13 of the lock file from Node
// 22.14 on, else version 12 of build/node-20.
import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const installed = join(root, 'node_modules', 'better-sqlite3')
/** Where version 13 waits for the build, which packs its binaries on every Node. */
const aside = join(root, 'node_modules', '.better-sqlite3-13')
const forNode20 = join(root, 'build', 'node-20')

keepGypfile()
if (Number(process.versions.napi) < 10 && versionOf(installed) >= 13) useVersion12()

function useVersion12() {
  const found = process.version
  process.stderr.write(
    `Node ${found} cannot load better-sqlite3 13: installing 12.9.0 beside it, which takes a minute where it must be compiled\n`,
  )
  const npm = process.env.npm_execpath
  const [command, ...args] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(command, [...args, 'ci', '--prefix', forNode20], {
    cwd: forNode20,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) process.exit(status ?? 1)
  rmSync(aside, { recursive: true, force: true })
  renameSync(installed, aside)
  // A link, so that the driver finds its own packages. A junction needs no rights on Windows.
  symlinkSync(join('..', 'build', 'node-20', 'node_modules', 'better-sqlite3'), installed, 'junction')
}

/**
 * Puts `gypfile: false` of the package back into the lock file, which npm leaves out (npm/cli#9837): without it `npm ci` runs
 * node-gyp, which needs Python and a compiler, although the binaries are there.
 */
function keepGypfile() {
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const entry = lock.packages['node_modules/better-sqlite3']
  if (entry.gypfile === false) return
  lock.packages['node_modules/better-sqlite3'] = { ...entry, gypfile: false }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

function versionOf(folder) {
  return Number.parseInt(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version, 10)
}
