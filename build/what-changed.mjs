// What a build is made from: the program and the page each have a hash of their files, kept beside what was built.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const record = join(root, 'dist', '.built.json')
const shared = ['build', 'package.json', 'package-lock.json']

/** The scripts run a build, and are no part of it. */
const isScript = (name) => name.endsWith('.mjs')

/** The page imports only these folders of src, and its single files. */
const ofPage = (name) => /^src\/(?:dashboard\/|control-client\/|[^/]+$)/.test(name)

const parts = {
  program: {
    made: 'dist/cli.cjs',
    from: ['src', 'scenarios', 'fixtures', 'tsdown.config.ts', ...shared],
    includes: (name) => !name.startsWith('src/dashboard/'),
  },
  page: {
    made: 'dist/page',
    from: ['src', 'vite.config.ts', ...shared],
    includes: (name) => !name.startsWith('src/') || ofPage(name),
  },
}

/** The parts that must be built: those whose files have changed since they were built last. */
export function changedParts() {
  const built = builtHashes()
  return Object.keys(parts).filter(
    (part) => !existsSync(join(root, parts[part].made)) || built[part] !== hashOf(parts[part]),
  )
}

/** Keeps what the parts are made from; to be called when both are built. */
export function recordBuild() {
  const hashes = Object.entries(parts).map(([name, part]) => [name, hashOf(part)])
  writeFileSync(record, JSON.stringify(Object.fromEntries(hashes)))
}

function builtHashes() {
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
}

function hashOf({ from, includes }) {
  const hash = createHash('sha256')
  const files = from.flatMap(filesAt).filter((name) => includes(name) && !isScript(name))
  for (const name of files) hash.update(name).update(readFileSync(join(root, name)))
  return hash.digest('hex')
}

function filesAt(name) {
  if (statSync(join(root, name)).isFile()) return [name]
  if (name === 'build/tools' || name === 'build/node-20') return []
  return readdirSync(join(root, name))
    .sort()
    .flatMap((child) => filesAt(`${name}/${child}`))
}
