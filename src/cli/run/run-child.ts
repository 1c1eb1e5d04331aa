import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { monotonicMs } from '../../time.ts'
import { endLeftOver, guardGroup, signalGroup } from './end-process-tree.ts'

/** How a command came to its end: its exit code, or the signal it died by. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A command that could not be run at all; `code` is what a shell would say. */
export class CannotRun extends Error {
  readonly code: 126 | 127

  constructor(command: string, { code, message }: NodeJS.ErrnoException) {
    super(`${command}${whyNot[code ?? ''] ?? ` cannot be run: ${message}`}`)
    this.code = code === 'ENOENT' ? 127 : 126
  }
}

/** Why a command did not run, and what mends it, by the system's names of errors. */
const whyNot: Readonly<Record<string, string>> = {
  ENOENT: ': no such command; is it installed, and on the PATH?',
  EACCES: ' may not be run: make it executable with chmod +x, or name the program that runs it, such as sh or node',
}

/** Signals that ask for an end; a second one is a second wish. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** Signals that a command may have a use for. */
const others = ['SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGCONT', 'SIGWINCH'] as const
/** What a terminal sends to the command by itself. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGCONT', 'SIGWINCH']
/** A second signal within this time is the same keystroke reaching a group of processes, not a second wish. */
const sameWishMs = 1000

/**
 * Runs a command with this process's own input and output. Signals are passed on; a second one that asks for an end ends
 * the command, and this process with 128 and its number. What the command leaves behind is ended with it; `mark` is a
 * variable of the environment by which that is known. Throws `CannotRun`.
 */
export async function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  mark: string,
): Promise<Ended> {
  const [file = '', ...args] = command
  // A terminal sends its Ctrl+C to the group in its foreground, where the command has to stay.
  const hasTerminal = process.stdin.isTTY === true
  const detached = !hasTerminal && process.platform !== 'win32'
  const child = spawn(file, args, { stdio: 'inherit', env, detached })
  const group = detached ? (child.pid ?? null) : null
  const guard = group === null ? null : guardGroup(group)
  const stopForwarding = forwardSignals(child, group, hasTerminal)
  try {
    return await ending(child, file)
  } finally {
    await endLeftOver({ group, mark: `${mark}=${env[mark]}` })
    guard?.kill('SIGKILL')
    stopForwarding()
  }
}

function ending(child: ChildProcess, file: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CannotRun(file, error)))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

function forwardSignals(child: ChildProcess, group: number | null, hasTerminal: boolean): () => void {
  let since: number | null = null
  const send = (signal: NodeJS.Signals) => (group === null ? child.kill(signal) : signalGroup(group, signal))
  const pass = (signal: NodeJS.Signals) => {
    if (!hasTerminal || !fromTerminal.includes(signal)) send(signal)
  }
  const end = (signal: NodeJS.Signals) => {
    if (since !== null && monotonicMs() - since > sameWishMs) {
      send('SIGKILL')
      process.exit(128 + constants.signals[signal])
    }
    since ??= monotonicMs()
    pass(signal)
  }
  for (const signal of endings) process.on(signal, end)
  for (const signal of others) process.on(signal, pass)
  return () => {
    for (const signal of endings) process.off(signal, end)
    for (const signal of others) process.off(signal, pass)
  }
}
