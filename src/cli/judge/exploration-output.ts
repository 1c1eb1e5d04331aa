import type { Explored, SearchReport } from '../../judge/explore/exploration.ts'
import {
  type ExplorationInterrupted,
  type ExplorationUnfinished,
  type PlainFailure,
  ScheduleFailure,
  type WebhooksRefused,
} from '../../judge/explore/failures.ts'
import { counted, printable } from '../../text.ts'
import { monotonicMs } from '../../time.ts'
import { printJsonError } from '../exit.ts'
import { jsonText, printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'

/** Where an exploration says how it goes, and how it ended. */
export interface ExplorationOutput extends SearchReport {
  readonly forward: (chunk: Buffer) => void
  readonly clean: (explored: Explored) => void
  readonly failed: (
    error: ScheduleFailure | PlainFailure | ExplorationInterrupted | ExplorationUnfinished | WebhooksRefused,
  ) => void
}

export function jsonOutput(): ExplorationOutput {
  const print = (event: object) => process.stdout.write(jsonText(event))
  return {
    forward: (chunk) => void process.stderr.write(chunk),
    replayed: () => {},
    played: ({ number, schedule, ok }) => print({ event: 'run', number, schedule, ok }),
    clean: (explored) => print({ event: 'clean', ...explored }),
    failed(error) {
      if (!(error instanceof ScheduleFailure)) return printJsonError(error, error.code)
      for (const { schedule, sentence, file } of error.failures) print({ event: 'found', schedule, sentence, file })
    },
  }
}

/** How often a line shows the progress without a terminal. */
const quietMs = 60_000
/** Lines of a failing command's output that are shown. */
const shownLines = 40

export function textOutput(): ExplorationOutput {
  const { stdout, stderr } = process
  const { paint } = screenOf(stderr)
  let shownAt = monotonicMs()
  /** Replaces the line that a terminal shows. */
  const print = (to: NodeJS.WriteStream, text: string) => {
    if (stderr.isTTY) stderr.write('\r\u001B[K')
    to.write(text)
  }
  return {
    forward: () => {},
    replayed: (line) => print(stdout, `${printable(line)}\n`),
    played({ number, of, changes }) {
      const line = `run ${number}${of === null ? '' : ` of ${of}`}, ${counted(changes, 'change')} reached, 0 found`
      if (stderr.isTTY) return print(stderr, line)
      if (monotonicMs() - shownAt < quietMs) return
      shownAt = monotonicMs()
      stderr.write(`${line}\n`)
    },
    clean({ runs, reached, notReached, needsCheck, untried, seed }) {
      const names = Object.entries(reached).map(([change, count]) => `${change} ${count}`)
      print(stdout, `Nothing found in ${counted(runs, 'run')} (seed ${seed}).\n`)
      stdout.write(`  reached      ${names.join(', ') || 'none'}\n`)
      stdout.write(
        `  not reached  ${notReached.map((name) => (needsCheck.includes(name) ? `${name} (needs check or probe)` : name)).join(', ') || 'none'}\n`,
      )
      if (untried > 0) stdout.write(`  not tried    ${counted(untried, 'single change')}\n`)
    },
    failed(error) {
      const output = outputOf(error)
      if (output !== '') print(stderr, `${paint('dim', 'the command printed:')}\n${lastLines(output)}\n`)
      print(stdout, `${printableLines(error.message)}\n`)
    },
  }
}

function outputOf({ cause }: Error): string {
  return cause instanceof Error && 'output' in cause ? String(cause.output).trimEnd() : ''
}

function lastLines(text: string): string {
  const lines = printableLines(text).split('\n')
  return [...(lines.length > shownLines ? ['...'] : []), ...lines.slice(-shownLines)].join('\n')
}
