import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { folderWith } from './cli.ts'

const bin = join(import.meta.dirname, '..', '..', 'bin', 'payments-sandbox.js')

/** True where there is a program that gives a command a terminal of its own. */
export const hasTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true

/** Runs a command of the sandbox on a terminal of 60 columns and gives all that the terminal got, stdout and stderr. */
export function runOnTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const variables = Object.entries({ TERM: 'xterm-256color', ...env }).map(
    ([name, value]) => `${name}=${quoted(value)}`,
  )
  // What a test runner says of colours is not for this terminal.
  const clean = 'unset NO_COLOR FORCE_COLOR CI; stty cols 60 rows 24;'
  const words = [process.execPath, bin, ...args].map(quoted)
  const child = spawn('script', ['-qfec', `${clean} ${[...variables, ...words].join(' ')}`, '/dev/null'], {
    cwd: folderWith(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
