// `npm start`: builds what has changed, and starts the sandbox in this process.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedParts } from './what-changed.mjs'

if (changedParts().length > 0) {
  process.stderr.write('building the sandbox ...\n')
  const script = join(import.meta.dirname, 'build.mjs')
  // Standard output stays the sandbox's.
  const { status } = spawnSync(process.execPath, [script, '--changed'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

// npm passes no signal through its shell, and may be killed: whoever is left has another parent.
if (process.env.npm_lifecycle_event === 'start') {
  const before = parents()
  setInterval(() => {
    if (parents() !== before) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

process.argv.splice(1, 1, join(import.meta.dirname, '..', 'bin', 'payments-sandbox.js'), 'start')
await import('../bin/payments-sandbox.js')

/** The parent, and npm above it where that is its shell. Only Linux shows it; the shells of other systems become this process. */
function parents() {
  try {
    const isShell = readFileSync(`/proc/${process.ppid}/cmdline`, 'latin1').includes('start.mjs')
    const [, above] = /\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'latin1')) ?? []
    return isShell ? `${process.ppid} ${above}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
