/** Milliseconds of processor time since `process.cpuUsage()` gave this: another process on the machine costs nothing. */
export function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
