// Builds the program and the page, or with `--changed` only what has changed since the last build.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { changedParts, recordBuild } from './what-changed.mjs'

const root = join(import.meta.dirname, '..')
const wanted = process.argv.includes('--changed') ? changedParts() : ['program', 'page']

if (wanted.length > 0) {
  process.chdir(root)
  rmSync('dist/.built.json', { force: true })
  if (wanted.includes('program')) {
    // Not its command: that warns of every Node before 22.18.
    const { build } = await import('tsdown')
    // It cleans dist, so that the page is built after it.
    await build({ logLevel: 'error' })
  }
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  recordBuild()
}
