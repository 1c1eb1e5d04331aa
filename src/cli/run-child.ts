import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { monotonicMs, sleep } from '../time.ts'

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

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** A second signal within this time is the same keystroke reaching a group of processes, not a second wish. */
const sameWishMs = 1000
/** How long processes that the command left behind have to end by themselves, in milliseconds. */
const graceMs = 2000

/**
 * Runs a command with this process's own input and output. Signals are passed on; a second one ends the command, and this
 * process with 128 and its number. What the command leaves behind is ended with it. Throws `CannotRun`.
 */
export async function runChild(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const [file = '', ...args] = command
  // A terminal sends its Ctrl+C to the group in its foreground, where the command has to stay.
  const hasTerminal = process.stdin.isTTY === true
  const detached = !hasTerminal && process.platform !== 'win32'
  const child = spawn(file, args, { stdio: 'inherit', env, detached })
  const stopForwarding = forwardSignals(child, { detached, hasTerminal })
  try {
    return await ending(child, file)
  } finally {
    stopForwarding()
    if (detached && child.pid !== undefined) await endGroup(child.pid)
  }
}

function ending(child: ChildProcess, file: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CannotRun(file, error)))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

interface Kept {
  readonly detached: boolean
  readonly hasTerminal: boolean
}

function forwardSignals(child: ChildProcess, { detached, hasTerminal }: Kept): () => void {
  let since: number | null = null
  const send = (signal: NodeJS.Signals) => {
    if (detached && child.pid !== undefined) signalGroup(child.pid, signal)
    else child.kill(signal)
  }
  const onSignal = (signal: (typeof forwarded)[number]) => {
    if (since !== null && monotonicMs() - since > sameWishMs) {
      send('SIGKILL')
      process.exit(128 + constants.signals[signal])
    }
    since ??= monotonicMs()
    // The terminal has sent these two to the command already.
    if (!hasTerminal || (signal !== 'SIGINT' && signal !== 'SIGQUIT')) send(signal)
  }
  for (const signal of forwarded) process.on(signal, onSignal)
  return () => {
    for (const signal of forwarded) process.off(signal, onSignal)
  }
}

/** Ends what is left of the command's group, first kindly. */
async function endGroup(pid: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += 50) {
    await sleep(50)
    if (!signalGroup(pid, 0)) return
  }
  signalGroup(pid, 'SIGKILL')
}

/** False when nobody is left in the group. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
