// Builds the program with its types and the page. With `--changed`, for `npm start` and `npm test`, only what has changed since the
// last build, and no types: they take three quarters of the time, and only the package needs them.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { changedParts, recordBuild } from './what-changed.mjs'

const root = join(import.meta.dirname, '..')
const onlyChanged = process.argv.includes('--changed')
const wanted = onlyChanged ? changedParts() : ['program', 'page']

if (wanted.length > 0) {
  process.chdir(root)
  rmSync('dist/.built.json', { force: true })
  if (wanted.includes('program')) {
    // Not its command: that warns of every Node before 22.18.
    const { build } = await import('tsdown')
    // It cleans dist, so that the page is built after it.
    await build({ logLevel: 'error', ...(onlyChanged && { dts: false }) })
  }
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  recordBuild()
}
