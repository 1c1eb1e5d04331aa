import { readFileSync, writeFileSync } from 'node:fs'

/** What a process has used: Linux shows it in /proc, other systems do not. */
export const tellsUse = process.platform === 'linux'

/** Milliseconds of processor time that a process has used, in steps of ten. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // utime and stime are the 14th and 15th field, and the third is the first here; a tick is 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The most memory in megabytes that a process has had since `forgetPeak`. */
export function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

export function forgetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peakMegabytes(pid)
}
