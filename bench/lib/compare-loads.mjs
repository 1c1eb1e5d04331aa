import { readFileSync } from 'node:fs'
import { load } from './load.mjs'
import { interleave } from './rounds.mjs'

/**
 * Requests per second of two servers: the baseline, and the one that is measured. The note gives the processor time of a
 * request on each, which other work on the machine changes least.
 */
export async function compareLoads({ rounds, seconds, warmUpSeconds }, bare, sandbox) {
  for (const { server, ...request } of [bare, sandbox])
    await load(server, { ...request, connections: 50, seconds: warmUpSeconds })
  const costs = [bare, sandbox].map(({ server }) => ({ server, requests: 0, sinceUs: processorUs(server.pid) }))
  const measure = async ({ server, ...request }, cost) => {
    const { requests, perSecond } = await load(server, { ...request, seconds })
    cost.requests += requests
    return perSecond
  }
  const result = await interleave(
    rounds,
    () => measure(bare, costs[0]),
    () => measure(sandbox, costs[1]),
  )
  const [before, after] = costs.map(({ server, requests, sinceUs }) => (processorUs(server.pid) - sinceUs) / requests)
  return Number.isNaN(after)
    ? result
    : { ...result, note: `${before.toFixed(0)} → ${after.toFixed(0)} µs CPU a request` }
}

/** The processor time that a process has used so far, in microseconds; NaN if the system is not Linux. */
function processorUs(pid) {
  try {
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return (user + system) * 10_000
  } catch {
    return Number.NaN
  }
}
