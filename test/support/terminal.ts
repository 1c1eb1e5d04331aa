import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished, test } from 'vitest'
import { folderWith } from './cli.ts'
import { until } from './until.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')

/** Whether there is the program that gives a command a terminal of its own; Debian has it in its base system. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true
const isSkipped = !hasScript && process.env.CI !== 'true'
// The name of a skipped test is not printed.
if (isSkipped) process.stderr.write('Tests on a terminal are skipped: no util-linux script; apt-get install bsdutils\n')

/** A test on a terminal. If nothing gives commands one, it is skipped, and fails with CI=true. */
export function terminalTest(name: string, run: () => Promise<void>): void {
  test.skipIf(isSkipped)(name, run)
}

/** What a terminal is like, and which output of the command goes elsewhere. */
export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  /** A file that standard output goes to; where not given, to the terminal, too. */
  readonly stdout?: string
  /** A script that runs the command as "$@" in a shell of its own; the terminal stays open when that shell ends. */
  readonly starter?: string
}

export interface OnTerminal {
  readonly text: string
  /** Waits for what matches, and gives the terminal's text without colours. */
  shows(pattern: RegExp): Promise<string>
  type(keys: string): void
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>
}

/** Runs a command of the sandbox on a terminal of 60 columns and gives all that the terminal got, stdout and stderr. */
export async function runOnTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { text } = await launchOnTerminal(args, { env }).ended
  return text
}

export function launchOnTerminal(
  args: readonly string[],
  { env = {}, columns = 60, stdout, starter }: TerminalOptions = {},
): OnTerminal {
  const variables = Object.entries({ TERM: 'xterm-256color', ...env }).map(
    ([name, value]) => `${name}=${quoted(value)}`,
  )
  // What a test runner says of colours is not for this terminal.
  const clean = `unset NO_COLOR FORCE_COLOR CI; stty cols ${columns} rows 24;`
  const words = [process.execPath, bin, ...args].map(quoted)
  const command = `env ${[...variables, ...words].join(' ')}`
  const run = starter === undefined ? `exec ${command}` : `sh -c ${quoted(starter)} sh ${command}; read -r _`
  const elsewhere = stdout === undefined ? '' : ` > ${quoted(stdout)}`
  const child = spawn('script', ['-qfec', `${clean} ${run}${elsewhere}`, '/dev/null'], {
    cwd: folderWith(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const plain = () => stripVTControlCharacters(text).replaceAll('\r\n', '\n')
  return {
    get text() {
      return text
    },
    shows: (pattern) =>
      until(
        () => `${pattern} on the terminal: ${JSON.stringify(plain())}`,
        () => (pattern.test(plain()) ? plain() : undefined),
      ),
    type: (keys) => void child.stdin.write(keys),
    ended,
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
