import { Command, type Option } from 'commander'
import { addClientCommand } from '../../src/cli/client/client-command.ts'
import { exitMeanings } from '../../src/cli/exit.ts'
import { createProgram } from '../../src/cli/program.ts'
import { code, codes, page, prose, sentence, table } from './markdown.ts'

/** Every command with its arguments and options, and the exit codes. */
export async function cliPage(): Promise<string> {
  const program = await createProgram()
  const titles = [...new Set(program.commands.map((command) => command.helpGroup()))]
  return page(
    'Commands',
    `\`payments-sandbox COMMAND --help\` shows the same in your terminal. [Settings](settings.md) has every setting as flag, variable
and key of the config file.`,
    ...titles.flatMap((title) => [
      `## ${title.replace(':', '')}`,
      ...program.commands
        .filter((command) => command.helpGroup() === title)
        .flatMap((command) => sectionsOf(command, program.name())),
    ]),
    '## Options of commands that call a sandbox',
    `A command that acts on a running sandbox, or looks into one, takes these too. They say which sandbox, and which business.`,
    optionTable(clientOptions),
    '## Exit codes',
    table(
      ['code', 'what it means'],
      Object.entries(exitMeanings).map(([number, meaning]) => [number, sentence(meaning)]),
    ),
    '`exec` ends with the exit code of your command when that is not 0.',
  )
}

const clientOptions = addClientCommand(new Command(), 'any', '', '').options
const ofClients = new Set(clientOptions.map(({ flags }) => flags))

/** A command and those below it, each with a heading. */
function sectionsOf(command: Command, before: string): readonly string[] {
  const name = `${before} ${command.name()}`
  const isClient = clientOptions.every(({ flags }) => command.options.some((option) => option.flags === flags))
  const own = command.options.filter(({ flags }) => !(isClient && ofClients.has(flags)))
  const below = command.commands.filter((child) => child.name() !== 'help')
  const section = [
    `### ${name.replace(/^\S+ /, '')}`,
    sentence(command.description()),
    below.length > 0 ? '' : `Usage: ${code(`${name} ${command.usage()}`)}`,
    argumentLines(command),
    own.length > 0 ? optionTable(own) : '',
    isClient ? '[Options of commands that call a sandbox](#options-of-commands-that-call-a-sandbox) apply too.' : '',
    below.length > 0 ? '' : textAfter(command),
  ]
  return [...section.filter((part) => part !== ''), ...below.flatMap((child) => sectionsOf(child, name))]
}

function argumentLines({ registeredArguments }: Command): string {
  const described = registeredArguments.filter(({ description }) => description !== '')
  return described
    .map((argument) => {
      const choices = argument.argChoices === undefined ? '' : ` One of ${codes(argument.argChoices)}.`
      return `- ${code(argument.name())}: ${prose(argument.description)}.${choices}`
    })
    .join('\n')
}

function optionTable(options: readonly Option[]): string {
  const rows = options.map(({ flags, description, argChoices, defaultValue }) => {
    const choices = argChoices === undefined ? '' : ` One of ${codes(argChoices)}.`
    const usual = defaultValue === undefined ? '' : ` Default: ${code(defaultValue)}.`
    return [code(flags), `${sentence(description)}${choices}${usual}`]
  })
  return table(['option', 'what it does'], rows)
}

/** What the help says after the options: sentences, and the example. */
function textAfter(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  const listed = command.createHelp().formatHelp(command, command.createHelp())
  const [sentences = '', example = ''] = text.slice(listed.length).split('Example:\n')
  const examples = example
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [code(line.trim().replace(/^\$ /, ''))]))
  return [prose(sentences.trim()), `For example: ${examples.join('<br>\n')}`].filter((part) => part !== '').join('\n\n')
}
