import type { Command } from 'commander'
import { didYouMean } from '../mistyped.ts'

export function addHelpOf(all: () => Promise<Command>): (program: Command) => void {
  return (program) => {
    program
      .command('help')
      .description('Show the help of a command')
      .argument('[command...]', 'its name, such as scenarios plan')
      .addHelpText('after', '\nExample:\n  $ payments-sandbox help scenarios plan')
      .action(async (words: readonly string[]) => {
        let command = await all()
        for (const word of words) {
          const names = command.commands.map((child) => child.name())
          command =
            command.commands[names.indexOf(word)] ??
            command.error(`error: unknown command '${word}'${didYouMean(word, names)}`)
        }
        command.outputHelp()
      })
  }
}
