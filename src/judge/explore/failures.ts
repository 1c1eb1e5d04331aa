import { booksLines } from '../../report/books-text.ts'
import { counted, printable } from '../../text.ts'
import type { MoneyFinding } from '../verdict/reported.ts'
import { type Schedule, sentenceOf } from './schedule.ts'

export interface Failure {
  readonly message: string
  readonly cause: unknown
}

/** An error that is the same as any other of its kind; their messages may differ. */
export interface OneKind {
  readonly kind: string
}

/** The merchant's books are wrong about money; its kind is the rule. */
export class WrongMoney extends Error implements OneKind {
  readonly kind: string

  constructor({ rule, evidence, books }: Pick<MoneyFinding, 'rule' | 'evidence' | 'books'>) {
    const lines = [`${rule}: ${evidence}`, ...(books === undefined ? [] : booksLines(books).map((line) => `  ${line}`))]
    super(lines.map(printable).join('\n'))
    this.name = 'WrongMoney'
    this.kind = rule
  }
}

export class PlainFailure extends Error {
  readonly code: 'fails_without_changes' | 'flaky'

  constructor(failed: number, of: number, { message, cause }: Failure) {
    const why =
      failed === of
        ? 'fails without any change: mend it first'
        : `is flaky: ${failed} of ${of} failed without any change; mend it first`
    super(`The test ${why}\n${indented(message)}`, { cause })
    this.name = 'PlainFailure'
    this.code = failed === of ? 'fails_without_changes' : 'flaky'
  }
}

/** The merchant's server refused every webhook of the plain runs: no change can show anything then. */
export class WebhooksRefused extends Error {
  readonly code = 'webhooks_refused'

  constructor(statuses: readonly number[]) {
    super(`Your server refused every webhook (${statuses.join(', ')}): mend that first`)
    this.name = 'WebhooksRefused'
  }
}

export class ExplorationInterrupted extends Error {
  readonly code = 'interrupted'

  constructor(runs: number) {
    super(`Stopped after ${counted(runs, 'run')}; nothing found.`)
    this.name = 'ExplorationInterrupted'
  }
}

/** The time of the search was up during a run, which was stopped. */
export class TimeUp extends Error {}

/** Nothing was found, and not every single change was played: that proves nothing yet. */
export class ExplorationUnfinished extends Error {
  readonly code = 'unfinished'
  /** How many single changes were not played, and of how many. */
  readonly untried: number

  /** `of` is null if no plain run came to its end. */
  constructor({ untried, of }: { readonly untried: number; readonly of: number | null }) {
    super(
      of === null
        ? 'Nothing found: the time was up before the first run ended; raise --time'
        : untried === 0
          ? 'Nothing found, but no change could happen: let the test create a transaction and wait for its webhook'
          : `Nothing found, but ${untried} of ${counted(of, 'single change')} ${untried === 1 ? 'was' : 'were'} not tried: raise --time or --runs, or choose with --only`,
    )
    this.name = 'ExplorationUnfinished'
    this.untried = untried
  }
}

/** A test that fails under a schedule; `schedule` has entries such as `{ order: 1, change: 'webhook-twice' }`. */
export class ScheduleFailure extends Error {
  /** Which change happens to which transaction. */
  readonly schedule: Schedule
  /** "the webhook of transaction 1 comes twice". */
  readonly sentence: string
  /** Where the schedule is saved. */
  readonly file: string
  /** All that a search found that went on after the first failure; else this one. */
  readonly failures: readonly ScheduleFailure[]

  /** `how` it was found is in brackets after the sentence; `others` were found after it. */
  constructor(
    schedule: Schedule,
    { message, cause }: Failure,
    {
      file,
      how,
      others = [],
    }: Readonly<Record<'file' | 'how', string>> & { readonly others?: readonly ScheduleFailure[] },
  ) {
    const sentence = sentenceOf(schedule)
    const own = `The test fails when ${sentence} (${how}).\n${indented(message)}\nSaved as ${file}; \`exec --schedule FILE -- CMD\` plays it again.`
    super([own, ...others.map((other) => other.message)].join('\n\n'), { cause })
    this.failures = [this, ...others]
    this.name = 'ScheduleFailure'
    this.schedule = schedule
    this.sentence = sentence
    this.file = file
  }
}

/** True for one kind, otherwise for the same message; ids, times and durations may differ. */
export function sameFailure(one: Failure, other: Failure): boolean {
  return kindOf(one) === kindOf(other)
}

function kindOf({ message, cause }: Failure): string {
  return cause instanceof Error && 'kind' in cause ? `kind ${cause.kind}` : comparable(message)
}

function comparable(message: string): string {
  return message
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, '<time>')
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, '<duration>')
    .replaceAll(/\b(?=[\w-]*\d)[\w-]{8,}\b/g, '<id>')
}

function indented(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`
}
