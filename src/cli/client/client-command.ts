import type { Command, CommandOptions } from 'commander'
import { ControlFailure } from '../../control-client/failure.ts'
import { jsonText } from '../terminal/printable.ts'
import { type Screen, screenOf } from '../terminal/screen.ts'
import { addClientOptions, type ClientFlags, type CommandClient, clientOf, keyOf } from './client-options.ts'

export interface DrivingFlags extends ClientFlags {
  readonly json?: boolean
}

/** Adds a command that drives a running sandbox, with the options of every client and an example. */
export function addClientCommand(
  program: Command,
  usage: string,
  description: string,
  example: string,
  options: CommandOptions = {},
): Command {
  return addClientOptions(program.command(usage, options))
    .description(description)
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  $ payments-sandbox ${example}`)
}

/** Does a command's work; where an empty business does not have what was asked for, the error names the busy ones. */
export async function onBusiness<T>(flags: ClientFlags, work: (client: CommandClient) => Promise<T>): Promise<T> {
  try {
    return await work(clientOf(flags))
  } catch (error) {
    if (!(error instanceof ControlFailure) || !(error.status in mayBeAnother)) throw error
    const busier = await busierThan(flags).catch(() => null)
    throw error.reworded({ hint: busier ?? error.hint })
  }
}

/** Not found, impossible in this state, timed out. */
const mayBeAnother: Readonly<Record<number, true>> = { 404: true, 408: true, 409: true }

export async function printAnswer<T>(
  flags: DrivingFlags,
  ask: (client: CommandClient) => Promise<T>,
  textOf: (answer: T, screen: Screen) => string,
): Promise<void> {
  print(await onBusiness(flags, ask), flags, textOf)
}

export function print<T>(
  answer: T,
  { json = false }: DrivingFlags,
  textOf: (answer: T, screen: Screen) => string,
): void {
  process.stdout.write(json ? jsonText(answer) : textOf(answer, screenOf(process.stdout)))
}

/** When the business a command acted on is empty and another is not, says on stderr which: a forgotten --key. Not with --json. */
export async function warnIfEmpty(flags: DrivingFlags): Promise<void> {
  if (flags.json) return
  const busier = await busierThan(flags)
  if (busier !== null) process.stderr.write(`${busier}\n`)
}

/** Which businesses are busy while the one of these flags is empty, and how to name one; null if it is not so. */
async function busierThan(flags: ClientFlags): Promise<string | null> {
  const businesses = await clientOf(flags).call('GET /_sandbox/businesses')
  const busy = businesses.filter(({ transactions }) => transactions > 0).map(({ key }) => key)
  const key = keyOf(flags)
  if (busy.length === 0 || busy.includes(key)) return null
  const shown = busy.slice(0, 5).join(', ') + (busy.length > 5 ? ' and others' : '')
  return `${key} has no transactions; ${shown} ${busy.length === 1 ? 'has' : 'have'} some: name a business with --key`
}
