import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { monotonicMs, sleep } from '../../time.ts'

/** How long the processes of a group have to end after SIGTERM, in milliseconds. */
const graceMs = 2000
const lookMs = 50

/** Ends the processes of a group with SIGTERM, and after two seconds with SIGKILL. */
export async function endGroup(group: number): Promise<void> {
  if (!signalGroup(group, 'SIGTERM')) return
  const until = monotonicMs() + graceMs
  while (monotonicMs() < until) {
    await sleep(lookMs)
    if (!signalGroup(group, 0)) return
  }
  signalGroup(group, 'SIGKILL')
}

/** Returns false if no process of the group is left. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Kills a command with its group; on Windows, which has no groups, with what it has started. */
export function killWithGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return
  if (process.platform !== 'win32') return void signalGroup(leader.pid, 'SIGKILL')
  const options = ['/PID', String(leader.pid), '/T', '/F']
  const { status } = spawnSync('taskkill', options, { stdio: 'ignore', windowsHide: true })
  if (status !== 0) leader.kill('SIGKILL')
}

/** Starts a shell that kills a group if this process was killed before it could end the shell. */
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
