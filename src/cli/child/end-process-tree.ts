import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { monotonicMs, sleep } from '../../time.ts'

/** How long left processes have to end by themselves, in milliseconds. */
const graceMs = 2000
const lookMs = 50

interface ProcessTree {
  /** The process that has started the others. */
  readonly leader: number | undefined
  /** Null if the command shares the group of this process. */
  readonly group: number | null
  /** `NAME=value` in their environment. */
  readonly mark: string
}

export async function endProcessTree(tree: ProcessTree): Promise<void> {
  if (!signalTree(tree, 'SIGTERM')) return
  const until = monotonicMs() + graceMs
  while (monotonicMs() < until) {
    await sleep(lookMs)
    if (!signalTree(tree, 0)) return
  }
  signalTree(tree, 'SIGKILL')
}

export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  return signalTo(-group, signal)
}

/** Kills a tree whose leader still runs; without a group of its own the leader stays. */
export function killTree(tree: ProcessTree): void {
  signalTree(tree, 'SIGKILL')
}

/** Kills the leader of a tree and the tree; on Windows, which has no groups, the process and what it has started. */
export function killTreeOf(leader: ChildProcess, mark: string): void {
  if (leader.pid === undefined) return
  if (process.platform !== 'win32') return void killTree({ leader: leader.pid, group: leader.pid, mark })
  const options = ['/PID', String(leader.pid), '/T', '/F']
  const { status } = spawnSync('taskkill', options, { stdio: 'ignore', windowsHide: true })
  if (status !== 0) leader.kill('SIGKILL')
}

/** Ends the group `$0`, and on Linux every process that has `$1` in its environment. */
const ending = `read -r _; kill -KILL "-$0"
[ -n "$1" ] && for process in /proc/[0-9]*; do
  grep -zqxF -e "$1" "$process/environ" && kill -KILL "\${process#/proc/}"
done`

/** A shell that ends a process tree if this process was killed before it could end the shell. */
export function guardTree({ group, mark }: Omit<ProcessTree, 'leader'>): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', ending, String(group ?? ''), mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no guard, and everything else goes on.
  guard.on('error', () => {})
  guard.unref()
  return guard
}

function signalTree(tree: ProcessTree, signal: NodeJS.Signals | 0): boolean {
  const { group } = tree
  // Found first: once its parent is gone, a process is the child of another one.
  const found = processesOf(tree)
  const inGroup = group !== null && signalGroup(group, signal)
  const others = found.filter((pid) => signalTo(pid, signal))
  return inGroup || others.length > 0
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  return attempt(() => process.kill(pid, signal), false)
}

/** Processes below the leader, or with the mark, in any process group; none if the system has no /proc. */
function processesOf({ leader, mark }: ProcessTree): readonly number[] {
  const pids = attempt(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]))
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === leader || isBelow(parent))
  }
  const environmentOf = (pid: number) => attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1'), '')
  return pids.filter((pid) => pid !== process.pid && (isBelow(pid) || environmentOf(pid).includes(`${mark}\0`)))
}

/** The file begins with the process, its name in brackets, its state and its parent. */
function parentOf(pid: number): number {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), '')
  return Number(/.*\) \S (\d+)/s.exec(stat)?.[1] ?? 0)
}

/** Asks the system; `otherwise` if it refuses, because the process is gone or belongs to another user. */
function attempt<T>(ask: () => T, otherwise: T): T {
  try {
    return ask()
  } catch {
    return otherwise
  }
}
