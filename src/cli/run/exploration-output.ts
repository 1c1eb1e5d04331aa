import { FlakyTest, Interrupted, PlainFailure, ScheduleFailure } from '../../explore/failures.ts'
import { replayedLine } from '../../explore/saved-schedules.ts'
import type { Explored, Progress, Search } from '../../explore/search.ts'
import { counted } from '../../text.ts'
import { monotonicMs } from '../../time.ts'
import { printJsonError } from '../exit.ts'
import { printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'

/** Where an exploration says how it goes, and how it ended. */
export interface ExplorationOutput {
  /** Called with what the command prints. */
  readonly forward: (chunk: Buffer) => void
  readonly progress: (progress: Progress) => void
  readonly clean: (explored: Explored, untried: Search['untried']) => void
  readonly failed: (error: unknown) => void
}

/** Lines of JSON for programs, or words for people. */
export function explorationOutput(json: boolean): ExplorationOutput {
  return json ? jsonOutput() : textOutput()
}

function jsonOutput(): ExplorationOutput {
  const print = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)
  return {
    forward: (chunk) => void process.stderr.write(chunk),
    progress(progress) {
      if (progress.event !== 'run') return
      const { number, schedule, ok } = progress
      print({ event: 'run', number, schedule, ok })
    },
    clean: (explored) => print({ event: 'clean', ...explored }),
    failed(error) {
      if (error instanceof ScheduleFailure) {
        const { schedule, sentence, file } = error
        print({ event: 'found', schedule, sentence, file })
      } else printJsonError(new Error(messageOf(error)), codeOf(error))
    },
  }
}

/** How often a line says how far it is where no terminal shows it. */
const quietMs = 60_000
/** How much of what a failing command printed is shown. */
const shownLines = 40

function textOutput(): ExplorationOutput {
  const isTerminal = process.stderr.isTTY === true
  const { paint } = screenOf(process.stderr)
  let shownAt = monotonicMs()
  const clear = () => isTerminal && process.stderr.write('\r\u001B[K')
  return {
    forward: () => {},
    progress(progress) {
      clear()
      if (progress.event === 'saved') {
        process.stdout.write(replayedLine(progress.saved))
        return
      }
      const { number, of, changes } = progress
      const line = `run ${number}${of === null ? '' : ` of ${of}`}, ${counted(changes, 'change')} reached, 0 found`
      if (isTerminal) process.stderr.write(line)
      else if (monotonicMs() - shownAt >= quietMs) {
        shownAt = monotonicMs()
        process.stderr.write(`${line}\n`)
      }
    },
    clean({ runs, reached, notReached, seed }, { left, of }) {
      clear()
      const names = Object.entries(reached).map(([change, count]) => `${change} ${count}`)
      process.stdout.write(`Nothing found in ${counted(runs, 'run')} (seed ${seed}).\n`)
      process.stdout.write(`  reached      ${names.join(', ') || 'none'}\n`)
      process.stdout.write(`  not reached  ${notReached.join(', ') || 'none'}\n`)
      if (of === 0) {
        process.stderr.write('No change could be played: the command created no transaction at PAYMENTS_SANDBOX_URL.\n')
      }
      if (left > 0)
        process.stderr.write(
          `${left} of ${counted(of, 'single change')} not tried: give it more --runs, --time or --jobs.\n`,
        )
    },
    failed(error) {
      clear()
      const output = outputOf(error)
      if (output !== '') process.stderr.write(`${paint('dim', 'the command printed:')}\n${lastLines(output)}\n`)
      process.stdout.write(`${printableLines(messageOf(error))}\n`)
    },
  }
}

/** What the command printed when it failed. */
function outputOf(error: unknown): string {
  const hasCause = error instanceof ScheduleFailure || error instanceof PlainFailure || error instanceof FlakyTest
  if (!hasCause || !(error.cause instanceof Error) || !('output' in error.cause)) return ''
  return String(error.cause.output).trimEnd()
}

function lastLines(text: string): string {
  const lines = printableLines(text).split('\n')
  return lines.length > shownLines ? ['...', ...lines.slice(-shownLines)].join('\n') : lines.join('\n')
}

function codeOf(error: unknown): string {
  if (error instanceof Interrupted) return 'interrupted'
  if (error instanceof FlakyTest) return 'flaky'
  return error instanceof PlainFailure ? 'fails_without_changes' : 'cannot_run'
}

function messageOf(error: unknown): string {
  if (error instanceof Interrupted) return `Stopped after ${counted(error.runs, 'run')}; nothing found.`
  return error instanceof Error ? error.message : String(error)
}
