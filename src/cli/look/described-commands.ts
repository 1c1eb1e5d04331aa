import type { Argument, Command, Option } from 'commander'

/** A command as data, from the declaration that makes its help. */
export interface DescribedCommand {
  /** Its words after payments-sandbox: `scenarios check`. */
  readonly name: string
  /** The heading under which the help lists it. */
  readonly group: string
  readonly description: string
  /** How it is written; null for a command that only has commands below it. */
  readonly usage: string | null
  readonly arguments: readonly DescribedArgument[]
  readonly options: readonly DescribedOption[]
  /** What its help says after the options. */
  readonly notes: string
  readonly example: string
}

interface DescribedArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly many: boolean
  readonly choices: readonly string[] | null
}

interface DescribedOption {
  /** `-o, --output <format>` */
  readonly flags: string
  readonly description: string
  readonly takesValue: boolean
  readonly default: unknown
  readonly choices: readonly string[] | null
}

/** Every command of a program, each before those below it. */
export function describedCommands(program: Command): readonly DescribedCommand[] {
  return program.commands
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => described(command, [program.name()], command.helpGroup().replace(':', '')))
}

function described(command: Command, above: readonly string[], group: string): readonly DescribedCommand[] {
  const words = [...above, command.name()]
  const below = command.commands.filter((child) => child.name() !== 'help')
  const { notes, example } = below.length > 0 ? { notes: '', example: '' } : afterOptions(command)
  const own: DescribedCommand = {
    name: words.slice(1).join(' '),
    group,
    description: command.description(),
    usage: below.length > 0 ? null : `${words.join(' ')} ${command.usage()}`,
    arguments: command.registeredArguments.map(argumentData),
    options: command.options.map(optionData),
    notes,
    example,
  }
  return [own, ...below.flatMap((child) => described(child, words, group))]
}

function argumentData(argument: Argument): DescribedArgument {
  const { description, required, variadic, argChoices } = argument
  return { name: argument.name(), description, required, many: variadic, choices: argChoices ?? null }
}

function optionData({ flags, description, required, optional, defaultValue, argChoices }: Option): DescribedOption {
  return {
    flags,
    description,
    takesValue: required || optional,
    default: defaultValue ?? /\(default: (\S+)\)$/.exec(description)?.[1] ?? null,
    choices: argChoices ?? null,
  }
}

/** What the help says after the options: sentences, and the example. */
function afterOptions(command: Command): { readonly notes: string; readonly example: string } {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  const listed = command.createHelp().formatHelp(command, command.createHelp())
  const [notes = '', example = ''] = text.slice(listed.length).split('Example:\n')
  const lines = example.split('\n').map((line) => line.trim().replace(/^\$ /, ''))
  return { notes: notes.trim(), example: lines.filter((line) => line !== '').join('\n') }
}
