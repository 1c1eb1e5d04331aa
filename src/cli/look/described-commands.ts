import type { Argument, Command, Option } from 'commander'
import { exitCodes } from '../exit.ts'
import { UsualOption } from '../settings/usual-option.ts'
import { partsOfExample } from '../text/example-text.ts'

export type DescribedCommand = ReturnType<typeof ownData>

export function describedCommands(program: Command): readonly DescribedCommand[] {
  return program.commands
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => described(command, [program.name()], command.helpGroup().replace(':', '')))
}

function described(command: Command, above: readonly string[], group: string): readonly DescribedCommand[] {
  const words = [...above, command.name()]
  return [ownData(command, words, group), ...command.commands.flatMap((child) => described(child, words, group))]
}

function ownData(command: Command, words: readonly string[], group: string) {
  const name = words.slice(1).join(' ')
  const runs = commandThatRuns(command)
  return {
    /** Its words after payments-sandbox: `scenarios check`. */
    name,
    group,
    description: command.description(),
    /** How it is written; null for a command that only has commands below it. */
    usage: runs === null ? null : `${words.join(' ')} ${runs.usage()}`,
    arguments: runs?.registeredArguments.map(argumentData) ?? [],
    options: runs?.options.map(optionData) ?? [],
    ...(runs === null ? { notes: '', example: '' } : afterOptions(command)),
    /** Their meanings are the same for all commands. */
    exitCodes: exitCodesOf(name, runs ?? command),
  }
}

/** The command, or the subcommand that runs if none is named; null if there is none. */
function commandThatRuns(command: Command): Command | null {
  if (command.commands.length === 0) return command
  // Commander has no public way to ask.
  const name: unknown = Reflect.get(command, '_defaultCommandName')
  return command.commands.find((child) => child.name() === name) ?? null
}

function argumentData(argument: Argument) {
  const { description, required, variadic, argChoices } = argument
  return { name: argument.name(), description, required, many: variadic, choices: argChoices ?? null }
}

function optionData(option: Option) {
  const { flags, description, required, optional, defaultValue, argChoices } = option
  return {
    /** `-o, --output <format>` */
    flags,
    description,
    takesValue: required || optional,
    default: (defaultValue ?? (option instanceof UsualOption ? option.usual : null)) as unknown,
    choices: argChoices ?? null,
  }
}

/** `exec`, `explore` and `audit` can also end with the exit code of the command that they run. */
function exitCodesOf(name: string, { options }: Command): readonly number[] {
  const { ok, internal, usage, invalid, portTaken, expectations, notRunning, waitTimeout } = exitCodes
  const has = (option: string) => options.some(({ long }) => long === option)
  const is = (...names: readonly string[]) => names.includes(name)
  return [
    ok,
    internal,
    usage,
    ...(has('--config') || has('--scenarios') || is('init', 'mcp', 'audit', 'scenarios from') ? [invalid] : []),
    ...(is('start', 'listen', 'record', 'exec', 'explore', 'audit') ? [portTaken] : []),
    ...(is('exec', 'explore', 'audit', 'report') ? [expectations] : []),
    // The others with this option begin without a sandbox.
    ...(has('--url') && !is('listen', 'audit') ? [notRunning] : []),
    ...(is('wait') ? [waitTimeout] : []),
  ]
}

function afterOptions(command: Command) {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  const listed = command.createHelp().formatHelp(command, command.createHelp())
  return partsOfExample(text.slice(listed.length))
}
