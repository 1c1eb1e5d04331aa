import { type DestinationStream, pino } from 'pino'
import { printableLines } from '../terminal/printable.ts'

/** How much is logged, and how: NDJSON for programs, or lines for people. */
export interface LogOptions {
  readonly quiet: boolean
  readonly json?: boolean
}

/** The log of a sandbox on stderr, in lines for people or as NDJSON. */
export async function createLog({ quiet, json = false }: LogOptions) {
  const stream: DestinationStream = json ? process.stderr : await prettyStream()
  const logger = pino({ level: quiet ? 'error' : 'info', base: null }, stream)
  // What others sent stands in some of it, and may not steer a terminal.
  return {
    fault: (message: string, cause: unknown) => logger.error({ err: cause }, printableLines(message)),
    hint: (message: string) => logger.info(printableLines(message)),
    problem: (message: string) => logger.error(printableLines(message)),
  }
}

/** Coloured on a terminal that shows colours; several lines of a message stay lines. */
async function prettyStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  const colorize = process.stderr.isTTY === true && process.stderr.hasColors()
  return pretty({ destination: 2, sync: true, colorize, ignore: 'time' })
}
