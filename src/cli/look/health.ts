import type { Command } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { addClientCommand, print } from '../client/client-command.ts'
import { type ClientFlags, clientOf } from '../client/client-options.ts'
import { exitCodes, failWith } from '../exit.ts'
import { printable } from '../terminal/printable.ts'

export function addHealth(program: Command): void {
  addClientCommand(program, 'health', 'health --url http://127.0.0.1:4747')
    .description('Check whether the sandbox is ready: exit 0 when it is, 6 when it is not or does not answer')
    .action(async (flags: ClientFlags) => {
      const { call, url } = clientOf(flags)
      try {
        print(await call('GET /_sandbox/health/ready'), flags, ({ warning }, { paint }) => {
          const also = warning === undefined ? '' : `${paint('yellow', 'warning')}: ${printable(warning)}\n`
          return `${paint('green', 'ok')}: ${url} is ready\n${also}`
        })
      } catch (error) {
        failWith(error, flags.json)
        // Up but not ready, such as a database that went away, is not running for those who wait for it.
        if (error instanceof ControlFailure && error.code === 'conflict') process.exitCode = exitCodes.notRunning
      }
    })
}
