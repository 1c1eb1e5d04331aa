import { readFileSync, writeFileSync } from 'node:fs'

/** What a process has used: Linux shows it in /proc, other systems do not. */
export const tellsUse = process.platform === 'linux'

/** The most memory in megabytes that a process has had since `forgetPeak`. */
export function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

export function forgetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peakMegabytes(pid)
}
