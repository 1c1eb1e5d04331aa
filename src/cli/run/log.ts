import { inspect } from 'node:util'
import { wallMs } from '../../time.ts'
import { printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'

export interface LogOptions {
  readonly quiet: boolean
  readonly json?: boolean
}

/** By the numbers that log viewers know. */
const levels = { info: { number: 30, paint: 'green' }, error: { number: 50, paint: 'red' } } as const

export function createLog({ quiet, json = false }: LogOptions) {
  const { paint } = screenOf(process.stderr)
  const write = (level: keyof typeof levels, message: string, cause?: unknown) => {
    if (quiet && level === 'info') return
    // What others sent stands in some of it, and may not steer a terminal.
    const msg = printableLines(message)
    const text = json
      ? JSON.stringify({ level: levels[level].number, time: wallMs(), err: errorOf(cause), msg })
      : `${paint(levels[level].paint, level.toUpperCase())}: ${msg}${causeText(cause)}`
    process.stderr.write(`${text}\n`)
  }
  return {
    fault: (message: string, cause: unknown) => write('error', message, cause),
    hint: (message: string) => write('info', message),
    problem: (message: string) => write('error', message),
  }
}

function errorOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause
  return { ...cause, type: cause.name, message: cause.message, stack: inspect(cause) }
}

function causeText(cause: unknown): string {
  return cause === undefined ? '' : `\n${printableLines(inspect(cause))}`.replaceAll('\n', '\n    ')
}
