import { pino } from 'pino'

/** What the command line does with what the sandbox tells: lines on stderr, readable on a terminal, JSON otherwise. */
export async function createLog({ quiet }: { readonly quiet: boolean }) {
  const stream = process.stderr.isTTY ? await prettyStream() : process.stderr
  const logger = pino({ level: quiet ? 'error' : 'info', base: null }, stream)
  return {
    fault: (message: string, cause: unknown) => logger.error({ err: cause }, message),
    hint: (message: string) => logger.info(message),
    problem: (message: string) => logger.error(message),
  }
}

async function prettyStream() {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination: 2, sync: true, colorize: process.stderr.hasColors(), ignore: 'time' })
}
