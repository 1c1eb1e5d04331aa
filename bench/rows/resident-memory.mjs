import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { creates } from '../lib/calls.mjs'
import { load } from '../lib/load.mjs'

export const residentMemory = {
  name: 'resident-memory',
  title: 'memory after 100,000 creates on file',
  how: "Resident memory of the sandbox's process one second after 100,000 collections were created over 50 connections, with the clock of this machine and the default scenario. Measured once.",
  unit: 'MB',
  lessIsBetter: true,
  judged: 'sandbox',
  async measure({ open, creations }) {
    const sandbox = await open.sandbox()
    await sleep(1000)
    const idle = residentMb(sandbox.pid)
    let created = 0
    while (created < creations) created += (await load(sandbox, { ...creates(), seconds: 1 })).requests
    await sleep(1000)
    return { sandbox: residentMb(sandbox.pid), note: `idle ${idle.toFixed(0)} MB, ${created} created` }
  },
}

function residentMb(pid) {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6
}
