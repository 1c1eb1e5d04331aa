import { ControlFailure, NotRunning } from '../control-client.ts'
import { ConfigError, DataFolderError, PortTaken, ScenarioFilesError } from '../sandbox.ts'

/** The exit codes of the command line (design: control API). */
export const exitCodes = {
  ok: 0,
  internal: 1,
  usage: 2,
  invalid: 3,
  portTaken: 4,
  expectations: 5,
  notRunning: 6,
} as const

/** A command line that asks for something that makes no sense; exit 2. */
export class UsageError extends Error {}

/** Tells what went wrong on stderr and sets the exit code that belongs to it. */
export function failWith(error: unknown): void {
  process.exitCode = exitCodeOf(error)
  const isBug = process.exitCode === exitCodes.internal && error instanceof Error
  const text = isBug ? (error.stack ?? error.message) : error instanceof Error ? error.message : String(error)
  const hint = error instanceof ControlFailure && error.hint !== undefined ? `\n  ${error.hint}` : ''
  process.stderr.write(`${text}${hint}\n`)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof ConfigError || error instanceof ScenarioFilesError || error instanceof DataFolderError)
    return exitCodes.invalid
  if (error instanceof PortTaken) return exitCodes.portTaken
  if (error instanceof NotRunning) return exitCodes.notRunning
  return error instanceof ControlFailure ? exitCodes.usage : exitCodes.internal
}
