import { readFileSync } from 'node:fs'
import { perCreate } from '../lib/counted-creates.mjs'

export const writeCalls = {
  name: 'write-calls',
  title: 'calls of the system that write, for a create call',
  how: "Write calls of the sandbox's process for each of 300 collections that are created one by one on a frozen clock, as Linux counts them: two for each page of the log, and one for the reply. Measured once.",
  unit: 'calls',
  goal: 11,
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open }) {
    const sandbox = await open.sandbox({ args: ['--clock', 'frozen'] })
    return { sandbox: await perCreate(sandbox, () => writesOf(sandbox.pid)) }
  },
}

function writesOf(pid) {
  return Number(/^syscw: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}
