import { Command } from 'commander'
import { addClientCommand } from '../../src/cli/client/client-command.ts'
import { exitMeanings } from '../../src/cli/exit.ts'
import { type DescribedCommand, describedCommands } from '../../src/cli/look/described-commands.ts'
import { createProgram } from '../../src/cli/program.ts'
import { code, codes, page, prose, sentence, table } from './markdown.ts'

export async function cliPage(): Promise<string> {
  const commands = describedCommands(await createProgram())
  const groups = [...new Set(commands.map(({ group }) => group))]
  return page(
    'Commands',
    `\`payments-sandbox COMMAND --help\` shows the same in your terminal, and \`payments-sandbox commands --json\` as data.
[Settings](settings.md) has every setting as flag, variable and key of the config file.`,
    ...groups.flatMap((title) => [
      `## ${title}`,
      ...commands.filter(({ group }) => group === title).flatMap((command) => sectionOf(command)),
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

type Options = DescribedCommand['options']

const clientProgram = new Command('payments-sandbox')
addClientCommand(clientProgram, 'any', '')
const clientOptions: Options = describedCommands(clientProgram)[0]?.options ?? []
const ofClients = new Set(clientOptions.map(({ flags }) => flags))

function sectionOf({
  name,
  description,
  usage,
  options,
  notes,
  example,
  ...command
}: DescribedCommand): readonly string[] {
  const isClient = clientOptions.every(({ flags }) => options.some((option) => option.flags === flags))
  const own = options.filter(({ flags }) => !(isClient && ofClients.has(flags)))
  const examples = example.split('\n').filter((line) => line !== '')
  return [
    `### ${name}`,
    sentence(description),
    usage === null ? '' : `Usage: ${code(usage)}`,
    argumentLines(command.arguments),
    own.length > 0 ? optionTable(own) : '',
    isClient ? '[Options of commands that call a sandbox](#options-of-commands-that-call-a-sandbox) apply too.' : '',
    prose(notes),
    examples.length > 0 ? `For example: ${examples.map(code).join('<br>\n')}` : '',
  ].filter((part) => part !== '')
}

function argumentLines(all: DescribedCommand['arguments']): string {
  return all
    .filter(({ description }) => description !== '')
    .map(({ name, description, choices }) => {
      const oneOf = choices === null ? '' : ` One of ${codes(choices)}.`
      return `- ${code(name)}: ${prose(description)}.${oneOf}`
    })
    .join('\n')
}

function optionTable(options: Options): string {
  const rows = options.map(({ flags, description, choices, default: usual }) => {
    const oneOf = choices === null ? '' : ` One of ${codes(choices)}.`
    const unless = usual === null || description.includes('(default:') ? '' : ` Default: ${code(usual)}.`
    return [code(flags), `${sentence(description)}${oneOf}${unless}`]
  })
  return table(['option', 'what it does'], rows)
}
