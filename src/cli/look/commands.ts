import type { Command } from 'commander'
import { print } from '../client/client-command.ts'
import { exitMeanings } from '../exit.ts'
import { didYouMean } from '../mistyped.ts'
import { listOf } from '../terminal/table.ts'
import { exampleText } from '../text/example-text.ts'
import { type DescribedCommand, describedCommands } from './described-commands.ts'

interface Flags {
  readonly json?: boolean
  readonly all?: boolean
}

export function addCommandsOf(createProgram: () => Promise<Command>): (program: Command) => void {
  return (program) => {
    program
      .command('commands')
      .description('List every command. With --json each with its arguments, options, defaults and exit codes')
      .option('--json', 'print the commands as JSON')
      .addHelpText('after', exampleText('commands --json'))
      .action(async (flags: Flags) => show(describedCommands(await createProgram()), flags))
  }
}

export function addHelpOf(createProgram: (flags: Flags) => Promise<Command>): (program: Command) => void {
  const help = async (words: readonly string[], { json = false, all = false }: Flags) => {
    const whole = await createProgram({ json, all })
    let command = whole
    for (const word of words) {
      const names = command.commands.map((child) => child.name())
      command =
        command.commands[names.indexOf(word)] ??
        command.error(`error: unknown command '${word}'${didYouMean(word, names)}`)
    }
    if (!json) return command.outputHelp()
    const named = describedCommands(whole).filter(({ name }) => `${name} `.startsWith([...words, ''].join(' ')))
    show(named, { json })
  }
  return (program) => {
    program
      .command('help')
      .description('Show the help of a command; with --all the list of every command')
      .argument('[command...]', 'its name, such as scenarios plan')
      .option('--all', 'list every command, not only those of every day')
      .option('--json', 'print JSON, as commands --json has it')
      .addHelpText('after', exampleText('help scenarios plan'))
      .action(help)
  }
}

function show(commands: readonly DescribedCommand[], flags: Flags): void {
  print({ commands, exitCodes: exitMeanings }, flags, (_answer, screen) =>
    listOf(commands, [{ cut: 'never', cell: ({ name }) => name }, { cell: (one) => one.description }], screen),
  )
}
