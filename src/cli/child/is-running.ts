import { readFileSync } from 'node:fs'
import { codeOf } from '../../error-code.ts'

/** True for a process of this machine that has not ended, of any user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return !hasEnded(pid)
}

/** True for a process that has ended and whose parent has not asked how, as in a container without an init. Linux only. */
function hasEnded(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
