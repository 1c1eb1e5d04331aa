import { type Schedule, sentenceOf } from './schedule.ts'

/** Why a run failed. */
export interface Failure {
  readonly message: string
  readonly cause: unknown
}

/** A test that fails without any change. */
export class PlainFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`The test fails without any change: mend it first\n${indented(failure.message)}`, { cause: failure.cause })
    this.name = 'PlainFailure'
    this.failure = failure
  }
}

/** A test that sometimes fails without any change. */
export class FlakyTest extends Error {
  constructor(failed: number, of: number, failure: Failure) {
    super(
      `The test is flaky: ${failed} of ${of} failed without any change; mend it first\n${indented(failure.message)}`,
      { cause: failure.cause },
    )
    this.name = 'FlakyTest'
  }
}

/** An exploration that was stopped before its end. */
export class Interrupted extends Error {
  readonly runs: number

  constructor(runs: number) {
    super('The exploration was stopped')
    this.name = 'Interrupted'
    this.runs = runs
  }
}

interface Found {
  readonly schedule: Schedule
  readonly failure: Failure
  readonly file: string
  /** How it was found, in brackets after the sentence. */
  readonly how: string
}

/** A test that fails under a schedule; `schedule` has entries such as `{ order: 1, change: 'webhook-twice' }`. */
export class ScheduleFailure extends Error {
  /** Which change happens to which transaction. */
  readonly schedule: Schedule
  /** "the webhook of transaction 1 comes twice". */
  readonly sentence: string
  /** Where the schedule is saved. */
  readonly file: string

  constructor({ schedule, failure, file, how }: Found) {
    const sentence = sentenceOf(schedule)
    super(
      `The test fails when ${sentence} (${how}).\n${indented(failure.message)}\nSaved as ${file}; \`exec --schedule FILE -- CMD\` plays it again.`,
      { cause: failure.cause },
    )
    this.name = 'ScheduleFailure'
    this.schedule = schedule
    this.sentence = sentence
    this.file = file
  }
}

/** What went wrong, from the value that a test threw. */
export function failureOf(cause: unknown): Failure {
  return { message: cause instanceof Error ? cause.message : String(cause), cause }
}

/** True for the same message; ids, times and durations may differ. */
export function sameFailure(one: Failure, other: Failure): boolean {
  return comparable(one.message) === comparable(other.message)
}

function comparable(message: string): string {
  return message
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, '<time>')
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, '<duration>')
    .replaceAll(/\b(?=[\w-]*\d)[\w-]{8,}\b/g, '<id>')
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
