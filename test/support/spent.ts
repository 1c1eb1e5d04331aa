/** The longest that this work kept the event loop from all else, in milliseconds of processor time. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let turn = process.cpuUsage()
  const beat = () => {
    longest = Math.max(longest, spentMs(turn))
    turn = process.cpuUsage()
    if (!isOver) setImmediate(beat)
  }
  setImmediate(beat)
  await work()
  isOver = true
  beat()
  return longest
}

/** Milliseconds of processor time since `process.cpuUsage()` gave this: another process on the machine costs nothing. */
export function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}
