import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { AuditImpossible, isServerAt } from '../../judge/audit/shop.ts'
import { environmentIn, shellCommand } from '../../judge/books/shell-command.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { environment } from '../environment.ts'
import { guardGroup, killWithGroup } from './process-group.ts'

/** How long a shop may take until it listens, in real milliseconds. */
const startMs = 30_000
const lookMs = 50

/** The shop of an audit, started by a shell command so that it can be killed. */
export function shopProcess(command: string, address: string) {
  let shop: ChildProcess | null = null
  /** Ends the shop if this process is killed. */
  let guard: ChildProcess | null = null
  return {
    async stop(): Promise<void> {
      if (shop?.pid === undefined || shop.exitCode !== null || shop.signalCode !== null) return
      const ended = once(shop, 'exit')
      killWithGroup(shop)
      guard?.kill('SIGKILL')
      await ended
    },
    async start(): Promise<void> {
      if (await isServerAt(address, fetch)) {
        throw new AuditImpossible(
          `A server answers at ${address} already: stop it, because restart starts the shop itself`,
        )
      }
      // On Windows a detached shell opens a window.
      const detached = process.platform !== 'win32'
      const { command: filled, env } = shellCommand(command, environmentIn(command, environment), !detached)
      shop = spawn(filled, {
        env: { ...environment, ...env },
        shell: true,
        detached,
        windowsHide: true,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      guard = detached && shop.pid !== undefined ? guardGroup(shop.pid) : null
      const until = monotonicMs() + startMs
      while (!(await isServerAt(address, fetch))) {
        if (shop.exitCode !== null) throw new AuditImpossible(`restart: ${command} ended with ${shop.exitCode}`)
        if (monotonicMs() > until)
          throw new AuditImpossible(`restart: ${command} does not listen at ${address} within 30 s`)
        await sleep(lookMs)
      }
    },
  }
}
