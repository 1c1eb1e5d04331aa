import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { AuditImpossible } from '../../explore/audit/shop.ts'
import { within } from '../../oracle/ask/within.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { killGroupOf } from './end-process-tree.ts'

/** How long a shop may take until it listens, and for an answer, in real time. */
const startMs = 30_000
const answerMs = 2000
const lookMs = 50

/** The shop of an audit, started by a shell command so that it can be killed. */
export function shopProcess(command: string, address: string) {
  let shop: ChildProcess | null = null
  return {
    async stop(): Promise<void> {
      if (shop?.pid === undefined || shop.exitCode !== null || shop.signalCode !== null) return
      const ended = once(shop, 'exit')
      killGroupOf(shop)
      await ended
    },
    async start(): Promise<void> {
      if (await answers(address)) {
        throw new AuditImpossible(
          `A server answers at ${address} already: stop it, because restart starts the shop itself`,
        )
      }
      // On Windows a detached shell opens a window.
      const detached = process.platform !== 'win32'
      shop = spawn(command, { shell: true, detached, windowsHide: true, stdio: ['ignore', 'ignore', 'inherit'] })
      const until = monotonicMs() + startMs
      while (!(await answers(address))) {
        if (shop.exitCode !== null) throw new AuditImpossible(`restart: ${command} ended with ${shop.exitCode}`)
        if (monotonicMs() > until)
          throw new AuditImpossible(`restart: ${command} does not listen at ${address} within 30 s`)
        await sleep(lookMs)
      }
    },
  }
}

/** True if a server listens there. Any answer will do. */
async function answers(address: string): Promise<boolean> {
  return within(answerMs, (signal) => fetch(address, { method: 'HEAD', signal })).then(
    () => true,
    () => false,
  )
}
