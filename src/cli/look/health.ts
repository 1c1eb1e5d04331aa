import type { Command } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { addClientCommand, type DrivingFlags, print } from '../client/client-command.ts'
import { clientOf, urlOf } from '../client/client-options.ts'
import { exitCodes, failWith } from '../exit.ts'
import { printable } from '../terminal/printable.ts'

export function addHealth(program: Command): void {
  addClientCommand(
    program,
    'health',
    'Check whether the sandbox is ready: exit 0 when it is, 6 when it is not or does not answer',
    'health --url http://127.0.0.1:4747',
  ).action(async (flags: DrivingFlags) => {
    try {
      const answer = await clientOf(flags).call('GET /_sandbox/health/ready')
      print(answer, flags, ({ warning }, { paint }) => {
        const also = warning === undefined ? '' : `${paint('yellow', 'warning')}: ${printable(warning)}\n`
        return `${paint('green', 'ok')}: ${urlOf(flags)} is ready\n${also}`
      })
    } catch (error) {
      failWith(error, flags.json)
      // Up but not ready, such as a database that went away, is not running for those who wait for it.
      if (error instanceof ControlFailure && error.code === 'conflict') process.exitCode = exitCodes.notRunning
    }
  })
}
