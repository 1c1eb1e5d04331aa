import { inspect } from 'node:util'
import { printable } from '../../text.ts'
import { wallMs } from '../../time.ts'
import { jsonText, printableLines } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'

export interface LogOptions {
  readonly quiet: boolean
  readonly json?: boolean
}

/** By the numbers that log viewers know. */
const levels = { info: { number: 30, paint: 'green' }, error: { number: 50, paint: 'red' } } as const

export function createLog({ quiet, json = false }: LogOptions) {
  const { paint } = screenOf(process.stderr)
  const write = (level: keyof typeof levels, msg: string, cause?: unknown) => {
    if (quiet && level === 'info') return
    const text = json
      ? jsonText({ level: levels[level].number, time: wallMs(), err: errorOf(cause), msg })
      : `${paint(levels[level].paint, level.toUpperCase())}: ${printableLines(msg)}${causeText(cause)}\n`
    process.stderr.write(text)
  }
  return {
    fault: (message: string, cause: unknown) => write('error', printable(message), cause),
    hint: (message: string) => write('info', printable(message)),
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
