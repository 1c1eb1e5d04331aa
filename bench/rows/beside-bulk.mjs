import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, key } from '../lib/calls.mjs'
import { openFilled } from '../lib/filled-sandbox.mjs'
import { longestCall } from '../lib/longest-call.mjs'

export const besideBulk = {
  name: 'beside-bulk',
  title:
    'longest call of another business while one with 20,000 is exported, kept, restored, pruned, reset and forgotten, or all is backed up',
  how: 'The database is backed up. A business with 20,000 settled collections is exported, kept as a snapshot, restored, pruned and reset, and the snapshot is dropped. Meanwhile, and for a second afterwards, another business asks for its balance again and again, with 2 ms between: how long its slowest call took. The bare column has the slowest call of 2 s in which nothing else ran. Measured once.',
  unit: 'ms',
  goal: 50,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open, advancedJobs }) {
    const sandbox = await openFilled(open, advancedJobs)
    await call(sandbox, '/_sandbox/clock/advance', { by: '400d' })
    const idle = await longestCall(sandbox, sleep(2000))
    const file = join(open.folder(), 'backup.db')
    const operations = [
      ['backup', () => call(sandbox, '/_sandbox/backup', { file })],
      ['export', () => exportWorld(sandbox)],
      ['snapshot', () => call(sandbox, '/_sandbox/snapshots/kept', {}, undefined, 'PUT')],
      ['restore', () => call(sandbox, '/_sandbox/snapshots/kept/restore', {})],
      ['prune', () => call(sandbox, '/_sandbox/prune', { olderThan: '0s' })],
      ['reset', () => call(sandbox, '/_sandbox/reset', {})],
      ['drop', () => call(sandbox, '/_sandbox/snapshots/kept', undefined, undefined, 'DELETE')],
    ]
    const longest = []
    for (const [name, operate] of operations) {
      const { longestMs } = await longestCall(
        sandbox,
        operate().then(() => sleep(1000)),
      )
      longest.push({ name, longestMs })
    }
    const note = longest.map(({ name, longestMs }) => `${name} ${Math.round(longestMs)}`).join(', ')
    return { bare: idle.longestMs, sandbox: Math.max(...longest.map(({ longestMs }) => longestMs)), note }
  },
}

async function exportWorld({ url }) {
  const response = await fetch(`${url}/_sandbox/export`, { headers: { authorization: key } })
  await response.arrayBuffer()
}
