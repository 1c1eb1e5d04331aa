/** Of this thread where Node knows it (24), else of the process. The types are those of Node 20. */
export const processorTime = (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage ?? process.cpuUsage

/** The longest that this work kept the event loop from all else, in milliseconds of processor time. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let turn = processorTime()
  const beat = () => {
    longest = Math.max(longest, spentMs(turn))
    turn = processorTime()
    if (!isOver) setImmediate(beat)
  }
  setImmediate(beat)
  await work()
  isOver = true
  beat()
  return longest
}

/** Milliseconds since `processorTime` gave this: another process on the machine costs nothing. */
export function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = processorTime()
  return (user - since.user + system - since.system) / 1000
}
