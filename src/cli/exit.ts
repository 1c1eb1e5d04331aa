import { CommanderError } from 'commander'
import { ControlFailure } from '../control-client/failure.ts'
import { printableLines } from './terminal/printable.ts'
import { screenOf } from './terminal/screen.ts'

export const exitCodes = {
  ok: 0,
  internal: 1,
  usage: 2,
  invalid: 3,
  portTaken: 4,
  expectations: 5,
  notRunning: 6,
  waitTimeout: 8,
} as const

export const exitMeanings: Readonly<Record<number, string>> = {
  [exitCodes.ok]: 'done',
  [exitCodes.internal]: 'an error of the sandbox itself; a webhook that replay --since or --failed could not deliver',
  [exitCodes.usage]: 'the command line is wrong',
  [exitCodes.invalid]: 'the config, a scenario file or the data folder cannot be used',
  [exitCodes.portTaken]: 'the port is taken',
  [exitCodes.expectations]: 'an expectation was not met, or a queued scenario was never used',
  [exitCodes.notRunning]: 'no sandbox runs at the address',
  [exitCodes.waitTimeout]: 'wait: the time is up, or what was waited for can no longer come',
}

export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** What `wait` waits for did not come; exit 8. */
export class WaitTimeout extends ControlFailure {
  constructor(failure: ControlFailure) {
    super(failure)
    this.name = 'WaitTimeout'
  }
}

/** By the errors' names: their classes come with the whole sandbox, which most commands need not load. */
const codesByName: Readonly<Record<string, number>> = {
  UsageError: exitCodes.usage,
  ControlFailure: exitCodes.usage,
  ConfigError: exitCodes.invalid,
  ScenarioFilesError: exitCodes.invalid,
  DataFolderError: exitCodes.invalid,
  PlanFileError: exitCodes.invalid,
  NotChecked: exitCodes.invalid,
  AuditImpossible: exitCodes.invalid,
  CannotListen: exitCodes.invalid,
  PortTaken: exitCodes.portTaken,
  NotRunning: exitCodes.notRunning,
  WaitTimeout: exitCodes.waitTimeout,
}

export function failWith(error: unknown): void {
  if (error instanceof CommanderError) {
    // Commander has printed its own message, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return
  }
  const code = exitCodeOf(error)
  process.exitCode = code ?? exitCodes.internal
  const text = textOf(error, code === undefined)
  const hint = error instanceof ControlFailure && error.hint !== undefined ? `\n  ${error.hint}` : ''
  process.stderr.write(`${screenOf(process.stderr).paint('red', printableLines(text))}${printableLines(hint)}\n`)
}

function exitCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  // Another program's 500 is not a fault of the sandbox: the address is wrong.
  const isOurs = error instanceof ControlFailure && error.code !== ''
  return isOurs && error.status >= 500 ? exitCodes.internal : codesByName[error.name]
}

function textOf(error: unknown, isBug: boolean): string {
  if (!(error instanceof Error)) return String(error)
  return isBug ? (error.stack ?? error.message) : error.message
}
