import type { Command } from 'commander'
import { exitMeanings } from '../exit.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { listOf } from '../terminal/table.ts'
import { describedCommands } from './described-commands.ts'

/** `payments-sandbox commands`: every command as data; `createProgram` makes the whole command line. */
export function addCommandsOf(createProgram: () => Promise<Command>): (program: Command) => void {
  return (program) => {
    program
      .command('commands')
      .description('List every command. With --json each with its arguments, options, defaults and exit codes')
      .option('--json', 'print the commands as JSON')
      .addHelpText('after', '\nExample:\n  $ payments-sandbox commands --json')
      .action(async ({ json = false }: { readonly json?: boolean }) => {
        const commands = describedCommands(await createProgram())
        const screen = screenOf(process.stdout)
        process.stdout.write(
          json
            ? jsonText({ commands, exitCodes: exitMeanings })
            : listOf(
                commands,
                [{ cut: 'never', cell: ({ name }) => name }, { cell: (one) => one.description }],
                screen,
              ),
        )
      })
  }
}
