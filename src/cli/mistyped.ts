import type { Command } from 'commander'
import { probablyMeant } from '../domain/did-you-mean.ts'
import { printable, shellWord } from '../text.ts'
import { UsageError } from './exit.ts'

/** Adds what was probably meant, and the command that shows the usage, to errors of a command and its subcommands. */
export function explainMistakes(command: Command, path = command.name()): void {
  command.showHelpAfterError(
    `${path} --help shows ${command.commands.length > 0 ? 'the commands' : 'how it is written'}`,
  )
  command.configureOutput({
    outputError(text, write) {
      const [, option] = /^error: unknown option '(.+?)'/s.exec(text) ?? []
      const [, said = '', meant = ''] = /^(.*?)(\n\(Did you mean [^\n]+\?\))?\n?$/s.exec(text) ?? []
      if (option === undefined) write(`${printable(said)}${meant}\n`)
      else write(`error: unknown option '${printable(option)}'${advice(command, path, option)}\n`)
    },
  })
  for (const child of command.commands) explainMistakes(child, `${path} ${child.name()}`)
}

/** Makes a mistake in the command line a `UsageError` in place of text on stderr. */
export function throwMistakes(command: Command, said: string[] = []): void {
  command.configureOutput({ writeErr: (text) => void said.push(text) })
  command.exitOverride((error) => {
    if (error.exitCode === 0) throw error
    throw mistakeIn(said.join('').trim())
  })
  for (const child of command.commands) throwMistakes(child, said)
}

function mistakeIn(said: string): UsageError {
  // A group of commands without a command prints its help.
  const [, group] = /^Usage: (.+?) \[/.exec(said) ?? []
  if (group !== undefined) return new UsageError('missing command', `${group} --help shows the commands`)
  const [message = '', ...hints] = said.replace(/^error: /, '').split('\n')
  return new UsageError(message, hints.join('; '))
}

function advice(command: Command, path: string, option: string): string {
  const [first = ''] = command.args
  const without = command.options.find((one) => command.getOptionValue(one.attributeName()) === '--')
  if (without !== undefined) return `\n${without.long} has no value: it took the -- before your command`
  // An option of the command that it runs.
  if (command.usage().includes(' -- ') && !first.startsWith('-')) {
    return `\nput -- before your command: ${path} -- ${printable(command.args.map(shellWord).join(' '))}`
  }
  const visible = command.createHelp().visibleOptions(command)
  return didYouMean(
    option,
    visible.flatMap(({ long }) => long ?? []),
  )
}

export function didYouMean(given: string, names: readonly string[]): string {
  const meant = nearest(given, names)
  return meant === undefined ? '' : `\n(Did you mean ${meant}?)`
}

/** Returns the name that was probably meant: almost the same, or one contains the other. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const bare = given.replace(/^--/, '')
  const isPart = (name: string) => bare.length > 2 && (name.includes(bare) || bare.includes(name.replace(/^--/, '')))
  return probablyMeant(given, names) ?? names.find(isPart)
}
