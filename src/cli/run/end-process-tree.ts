import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { sleep } from '../../time.ts'

/** How long processes that a command left behind have to end by themselves, in milliseconds. */
const graceMs = 2000
const lookMs = 50

/** How what a command left behind is known: its process group, and a variable that all of it inherited. */
export interface LeftOver {
  /** Null where the command shares the group of this process. */
  readonly group: number | null
  /** `NAME=value` as it stands in their environment. */
  readonly mark: string
}

/** Ends what a command left behind, first kindly. */
export async function endLeftOver(left: LeftOver): Promise<void> {
  if (!signalAll(left, 'SIGTERM')) return
  for (let waitedMs = 0; waitedMs < graceMs; waitedMs += lookMs) {
    await sleep(lookMs)
    if (!signalAll(left, 0)) return
  }
  signalAll(left, 'SIGKILL')
}

/** Sends a signal to a process group; false when nobody is left in it. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  return signalled(-group, signal)
}

/** A shell that ends a group when this process is gone without having ended the shell before: it was killed. */
export function guardGroup(group: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "-$0"', String(group)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no guard, and everything else goes on.
  guard.on('error', () => {})
  guard.unref()
  return guard
}

/** False when nobody is left. */
function signalAll({ group, mark }: LeftOver, signal: NodeJS.Signals | 0): boolean {
  const inGroup = group !== null && signalGroup(group, signal)
  const others = processesWith(mark).filter((pid) => signalled(pid, signal))
  return inGroup || others.length > 0
}

function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Processes with a variable in their environment, whatever group they went to; none where the system has no /proc. */
function processesWith(mark: string): readonly number[] {
  return numbersIn('/proc').filter((pid) => environmentOf(pid).includes(`${mark}\0`))
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).flatMap((name) =>
      /^\d+$/.test(name) && Number(name) !== process.pid ? Number(name) : [],
    )
  } catch {
    return []
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    // Another user's, or gone by now.
    return ''
  }
}
