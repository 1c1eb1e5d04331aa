import { CommanderError } from 'commander'
import { ControlFailure } from '../control-client/failure.ts'
import { printable } from '../text.ts'
import { jsonText, printableLines } from './terminal/printable.ts'
import { screenOf } from './terminal/screen.ts'

export const exitCodes = {
  ok: 0,
  internal: 1,
  usage: 2,
  invalid: 3,
  portTaken: 4,
  expectations: 5,
  notRunning: 6,
  unfinished: 7,
  waitTimeout: 8,
} as const

export const exitMeanings: Readonly<Record<number, string>> = {
  [exitCodes.ok]: 'done',
  [exitCodes.internal]: 'an error of the sandbox itself; a webhook that replay --since or --failed could not deliver',
  [exitCodes.usage]: 'the command line is wrong',
  [exitCodes.invalid]: 'the config, a scenario file, the data folder or a recording cannot be used',
  [exitCodes.portTaken]: 'the port is taken',
  [exitCodes.expectations]:
    'an expectation was not met, a queued scenario was never used, or compare found differences',
  [exitCodes.notRunning]: 'no sandbox runs at the address',
  [exitCodes.unfinished]:
    'explore: nothing was found, but not every single change was tried; audit: the shop did not play a row, or nothing was checked',
  [exitCodes.waitTimeout]: 'wait: the time is up, or what was waited for can no longer come',
}

export class UsageError extends Error {
  readonly hint: string | undefined

  /** Several problems have a line each. */
  constructor(message: string | readonly string[], hint?: string) {
    super([message].flat().map(printable).join('\n'))
    this.name = 'UsageError'
    this.hint = hint
  }
}

/** The service refused a create call with a status, or gave no answer. */
export class RefusedCall extends UsageError {
  readonly retryable: boolean
  /** Null if there was no answer. */
  readonly status: number | null

  constructor(message: string, status: number | null, hint?: string) {
    super(message, hint)
    this.name = 'RefusedCall'
    this.status = status
    this.retryable = status === null || status === 429 || status >= 500
  }
}

/** `wait` ended without what it waited for; exit 8. */
export class WaitTimeout extends ControlFailure {
  constructor(failure: ControlFailure) {
    super(failure)
    this.name = 'WaitTimeout'
  }
}

const namesOfCodes: Readonly<Record<number, string>> = {
  [exitCodes.internal]: 'internal',
  [exitCodes.usage]: 'usage',
  [exitCodes.invalid]: 'unusable',
  [exitCodes.portTaken]: 'port_taken',
  [exitCodes.notRunning]: 'not_running',
  [exitCodes.unfinished]: 'unfinished',
}

/** By name, because most commands need not load the classes of the errors. */
const codesByName: Readonly<Record<string, number>> = {
  UsageError: exitCodes.usage,
  RefusedCall: exitCodes.usage,
  ControlFailure: exitCodes.usage,
  ConfigError: exitCodes.invalid,
  ScenarioFilesError: exitCodes.invalid,
  DataFolderError: exitCodes.invalid,
  NotChecked: exitCodes.invalid,
  AuditImpossible: exitCodes.invalid,
  CannotListen: exitCodes.invalid,
  UnusableRecording: exitCodes.invalid,
  PortTaken: exitCodes.portTaken,
  NotRunning: exitCodes.notRunning,
  WaitTimeout: exitCodes.waitTimeout,
}

/** Prints an error and sets the exit code of the process. With `json` it is one line of JSON. */
export function failWith(error: unknown, json = false): void {
  if (error instanceof CommanderError) {
    // Commander has printed its own message, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    return
  }
  const code = exitCodeOf(error)
  process.exitCode = code ?? exitCodes.internal
  if (json) return void printJsonError(error, jsonCodeOf(error))
  const text = textOf(error)
  const hint = hintOf(error)
  const after = hint === undefined ? '' : `\n  ${printable(hint)}`
  process.stderr.write(`${screenOf(process.stderr).paint('red', text)}${after}\n`)
}

export function printJsonError(error: unknown, code: string): void {
  const { message } = error instanceof Error ? error : { message: String(error) }
  const shown = { code, message, hint: hintOf(error) ?? null, retryable: isRetryable(error) }
  process.stderr.write(jsonText({ error: shown }))
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'retryable' in error && error.retryable === true
}

function jsonCodeOf(error: unknown): string {
  if (error instanceof RefusedCall) return 'refused'
  if (error instanceof ControlFailure) return error.code || 'not_a_sandbox'
  return namesOfCodes[exitCodeOf(error) ?? exitCodes.internal] ?? 'cannot_run'
}

function hintOf(error: unknown): string | undefined {
  return error instanceof ControlFailure || error instanceof UsageError ? error.hint : undefined
}

function exitCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('exitCode' in error && typeof error.exitCode === 'number') return error.exitCode
  // Another program's 500 is not a fault of the sandbox: the address is wrong.
  const isOurs = error instanceof ControlFailure && error.code !== ''
  return isOurs && error.status >= 500 ? exitCodes.internal : codesByName[error.name]
}

/** Messages with lines of ours, which are made of texts on one line each. */
const withLines: readonly string[] = [
  'UsageError',
  'RefusedCall',
  'ConfigError',
  'ScenarioFilesError',
  'NotChecked',
  'AuditImpossible',
]

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error))
  if (exitCodeOf(error) === undefined) return printableLines(error.stack ?? error.message)
  return withLines.includes(error.name) ? printableLines(error.message) : printable(error.message)
}
