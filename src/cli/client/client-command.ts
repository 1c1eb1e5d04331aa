import type { Command, CommandOptions } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { jsonText, printableOf } from '../terminal/printable.ts'
import { type Screen, screenOf } from '../terminal/screen.ts'
import { exampleText } from '../text/example-text.ts'
import { addClientOptions, type ClientFlags, type CommandClient, clientOf } from './client-options.ts'

export function addClientCommand(
  program: Command,
  usage: string,
  example: string,
  options: CommandOptions = {},
): Command {
  return addClientOptions(program.command(usage, options))
    .option('--json', 'print JSON')
    .addHelpText('after', exampleText(example))
}

type Ask<T> = (client: CommandClient) => Promise<T>
/** `answer` is `printableOf` what came: its texts are printable. `raw` is as it came, for what is written as JSON. */
type TextOf<T> = (answer: T, screen: Screen, raw: T) => string

/** Does a command's work. If an empty business does not have what was asked for, the error names the busy ones. */
export async function onBusiness<T>(flags: ClientFlags, work: Ask<T>, client = clientOf(flags)): Promise<T> {
  try {
    return await work(client)
  } catch (error) {
    if (!(error instanceof ControlFailure) || !mayBeAnother.includes(error.status)) throw error
    const busier = await busierThan(flags).catch(() => null)
    throw error.reworded({ hint: busier ?? error.hint })
  }
}

/** Not found, timed out, impossible in this state. */
const mayBeAnother: readonly number[] = [404, 408, 409]

export async function printAnswer<T>(flags: ClientFlags, ask: Ask<T>, textOf: TextOf<T>): Promise<void> {
  print(await onBusiness(flags, ask), flags, textOf)
}

/** The same, and `warnIfEmpty`. */
export async function printAndWarn<T>(flags: ClientFlags, ask: Ask<T>, textOf: TextOf<T>): Promise<void> {
  await printAnswer(flags, ask, textOf)
  await warnIfEmpty(flags)
}

export function print<T>(answer: T, { json = false }: ClientFlags, textOf: TextOf<T>): void {
  process.stdout.write(json ? jsonText(answer) : textOf(printableOf(answer), screenOf(process.stdout), answer))
}

/** If the command's business is empty and another is not, names that one on stderr: a forgotten --key. Not with --json. */
export async function warnIfEmpty(flags: ClientFlags): Promise<void> {
  const busier = flags.json ? null : await busierThan(flags)
  if (busier !== null) process.stderr.write(`${busier}\n`)
}

/** Names the busy businesses, and how to choose one, if the one of these flags is empty; else null. */
async function busierThan(flags: ClientFlags): Promise<string | null> {
  const { key, call, next } = clientOf(flags)
  const businesses = printableOf(await call('GET /_sandbox/businesses'))
  const busy = businesses.filter(({ transactions }) => transactions > 0).map((business) => business.key)
  if (busy.length === 0 || busy.includes(key)) return null
  const shown = busy.slice(0, 5).join(', ') + (busy.length > 5 ? ' and others' : '')
  return `${key} has no transactions; ${shown} ${busy.length === 1 ? 'has' : 'have'} some: name a business with ${next({ do: 'choose-business' })}`
}
