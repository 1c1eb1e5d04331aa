import { Argument, type Command } from 'commander'
import { type Completion, shellScripts } from '../text/shell-scripts.ts'

/** `payments-sandbox completion bash`. `all` gives the program with every command. */
export function addCompletionOf(all: () => Promise<Command>): (program: Command) => void {
  return (program) => {
    program
      .command('completion')
      .description('Print a script that makes your shell complete commands, options and their values')
      .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(shellScripts)))
      .addHelpText(
        'after',
        `
Example:
  $ payments-sandbox completion bash >> ~/.bashrc
  $ payments-sandbox completion zsh > "\${fpath[1]}/_payments-sandbox"
  $ payments-sandbox completion fish > ~/.config/fish/completions/payments-sandbox.fish`,
      )
      .action(async (shell: keyof typeof shellScripts) => {
        process.stdout.write(shellScripts[shell](completions(await all())))
      })
  }
}

/** Every command of a program, with what can follow it. */
function completions(command: Command, words: readonly string[] = []): readonly Completion[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const own: Completion = {
    words,
    commands: commands.map((child) => ({ name: child.name(), about: child.description() })),
    options: help.visibleOptions(command).flatMap(({ long, description, argChoices, required, optional }) => {
      const takesValue = required || optional
      return long ? [{ name: long, about: description, values: argChoices ?? [], takesValue }] : []
    }),
    values: command.registeredArguments[0]?.argChoices ?? [],
  }
  return [own, ...command.commands.flatMap((child) => completions(child, [...words, child.name()]))]
}
