import type { ChildProcess, SpawnOptions } from 'node:child_process'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import spawn from 'cross-spawn'
import { alarm, monotonicMs, sleep } from '../../time.ts'
import { onEndSignals, onSignals } from '../run/signals.ts'
import { endGroup, guardGroup, signalGroup } from './process-group.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** It was killed because its time was up. */
  readonly isLate: boolean
}

class CannotRun extends Error {
  readonly exitCode: 126 | 127

  constructor(command: string, { code, message }: NodeJS.ErrnoException) {
    super(`${command || "''"}${whyNot[code ?? ''] ?? ` cannot be run: ${message}`}`)
    this.exitCode = code === 'ENOENT' || code === 'ERR_INVALID_ARG_VALUE' ? 127 : 126
  }
}

/** Why a command did not run and how to mend it, by the system's error codes. */
const whyNot: Readonly<Record<string, string>> = {
  ENOENT: ': no such command; is it installed, and on the PATH?',
  // Node's word for an empty name.
  ERR_INVALID_ARG_VALUE: ': no such command; has the variable that names it a value?',
  EACCES: ' may not be run: make it executable with chmod +x, or name the program that runs it, such as sh or node',
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const others = ['SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGCONT', 'SIGWINCH'] as const
/** Signals that a terminal sends to the command directly. */
const fromTerminal: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGCONT', 'SIGWINCH']

interface ChildOptions {
  /** Gets what the command prints; null: its output is this process's own. */
  readonly print?: ((chunk: Buffer) => void) | null
  readonly toStderr?: boolean
  /** When the command is killed if it has not ended, by the monotonic clock. */
  readonly endsAt?: number | null
  /** Work to do once the command has ended, before what it has left behind is ended too. */
  readonly whenOver?: () => Promise<void>
}

/**
 * Runs a command with this process's own input and output. Signals are passed on; a second one that asks for an end ends
 * the command, and this process with 128 and its number. What the command leaves in its process group is ended with it. On a
 * terminal the command shares this process's group, and nothing but the command is ended. Throws `CannotRun`.
 *
 * (The package foreground-child kills no command that ignores a second signal, and leaves one behind after SIGKILL.)
 */
export async function runChild(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  { print = null, toStderr = false, endsAt = null, whenOver = async () => {} }: ChildOptions = {},
): Promise<Ended> {
  const [file = '', ...args] = command
  // A terminal sends its Ctrl+C to the group in its foreground, where the command has to stay.
  const hasTerminal = process.stdin.isTTY === true
  const detached = !hasTerminal && process.platform !== 'win32'
  let send = (_signal: NodeJS.Signals) => {}
  const pass = (signal: NodeJS.Signals) => {
    if (!hasTerminal || !fromTerminal.includes(signal)) send(signal)
  }
  // Before the command runs: a signal may come as soon as it does.
  const listening = [onEndSignals(endings, pass, () => send('SIGKILL')), onSignals(others, pass)]
  try {
    const out = print === null ? 'inherit' : 'pipe'
    const child = spawned(file, args, { stdio: ['inherit', toStderr ? 2 : out, out], env, detached })
    const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null)
    for (const stream of outputs) stream.on('data', print ?? (() => {}))
    const group = (detached && child.pid) || null
    const guard = group === null ? null : guardGroup(group)
    send = (signal) => void (group === null ? child.kill(signal) : signalGroup(group, signal))
    const limit = alarm()
    let isLate = false
    const late = () => {
      isLate = true
      send('SIGKILL')
    }
    if (endsAt !== null) limit.in(Math.min(Math.max(0, endsAt - monotonicMs()), longestTimer), late)
    try {
      const ended = await endOf(child, file)
      limit.off()
      await whenOver()
      return { ...ended, isLate }
    } finally {
      limit.off()
      if (group !== null) await endGroup(group)
      guard?.kill('SIGKILL')
      await allPrinted(outputs)
    }
  } finally {
    for (const stop of listening) stop()
  }
}

/** How long the last output may take once what printed it is ended, in milliseconds. */
const lastOutputMs = 500

/** Resolves once nothing more is printed. A process that escaped may hold a stream open forever: it is not waited for. */
async function allPrinted(outputs: readonly Readable[]): Promise<void> {
  const over = new AbortController()
  const all = Promise.all(outputs.map((stream) => finished(stream).catch(() => undefined)))
  await Promise.race([all, sleep(lastOutputMs, over.signal)])
  over.abort()
  for (const stream of outputs) stream.destroy()
}

/** A timer that waits longer fires at once. */
const longestTimer = 2 ** 31 - 1

/** Some errors are thrown, such as too many arguments; others come as the event `error`. */
function spawned(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  try {
    // Not Node's own: on Windows npm and npx are scripts, which only a shell can start.
    return spawn(file, args, options)
  } catch (cause) {
    if (cause instanceof Error) throw new CannotRun(file, cause)
    throw cause
  }
}

function endOf(child: ChildProcess, file: string): Promise<Omit<Ended, 'isLate'>> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CannotRun(file, error)))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
