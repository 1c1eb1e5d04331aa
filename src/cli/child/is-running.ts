import { codeOf } from '../../error-code.ts'

/** True for a process of this machine that has not ended, of any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
