import type { Command } from 'commander'
import { exitMeanings } from '../exit.ts'
import { didYouMean } from '../mistyped.ts'
import { jsonText } from '../terminal/printable.ts'
import { describedCommands } from './described-commands.ts'

export function addHelpOf(all: (json: boolean) => Promise<Command>): (program: Command) => void {
  return (program) => {
    program
      .command('help')
      .description('Show the help of a command')
      .argument('[command...]', 'its name, such as scenarios plan')
      .option('--json', 'print JSON, as commands --json has it')
      .addHelpText('after', '\nExample:\n  $ payments-sandbox help scenarios plan')
      .action(async (words: readonly string[], { json = false }: { readonly json?: boolean }) => {
        const whole = await all(json)
        let command = whole
        for (const word of words) {
          const names = command.commands.map((child) => child.name())
          command =
            command.commands[names.indexOf(word)] ??
            command.error(`error: unknown command '${word}'${didYouMean(word, names)}`)
        }
        if (!json) return command.outputHelp()
        const named = describedCommands(whole).filter(({ name }) => `${name} `.startsWith([...words, ''].join(' ')))
        process.stdout.write(jsonText({ commands: named, exitCodes: exitMeanings }))
      })
  }
}
