import type { Command } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { monotonicMs, sleep } from '../../time.ts'
import { isRunning } from '../child/is-running.ts'
import { addClientCommand, print } from '../client/client-command.ts'
import { type ClientFlags, type CommandClient, clientOf } from '../client/client-options.ts'
import { withProgress } from '../client/progress.ts'

const lookMs = 50

/** How long the process may take once its port is closed, in milliseconds; a process id of another machine says nothing. */
const graceMs = 5000

export function addStop(program: Command): void {
  addClientCommand(program, 'stop', 'stop --url http://127.0.0.1:4747')
    .description('End a running sandbox on this machine as Ctrl+C does, and wait until it has stopped')
    .action(async (flags: ClientFlags) => {
      const client = clientOf(flags)
      const { url } = client
      const { pid } = await client.call('GET /_sandbox/info')
      await client.call('POST /_sandbox/stop', {})
      await withProgress(client, 'stopping', untilStopped(client, pid))
      print({ status: 'stopped', url }, flags, () => `stopped ${url}\n`)
    })
}

/** Waits until the port is closed, then until the process is gone: it still holds the data folder in between. */
async function untilStopped(client: CommandClient, pid: number): Promise<void> {
  while (await stillAnswers(client, pid)) await sleep(lookMs)
  const until = monotonicMs() + graceMs
  while (isRunning(pid) && monotonicMs() < until) await sleep(lookMs)
}

/** False too if another sandbox, or another program, has taken the port since. */
async function stillAnswers({ call }: CommandClient, pid: number): Promise<boolean> {
  try {
    return (await call('GET /_sandbox/info')).pid === pid
  } catch (error) {
    return error instanceof ControlFailure && error.code !== ''
  }
}
