import { readFileSync } from 'node:fs'
import { load } from './load.mjs'
import { interleave } from './rounds.mjs'

/**
 * Requests per second of two servers, each with what it is sent: the one compared with, and the one measured. The note
 * says what a request costs each in time of the processor, which other work on the machine changes least.
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

/** Time of the processor that a process has taken so far; NaN where the system is not Linux. */
function processorUs(pid) {
  try {
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return (user + system) * 10_000
  } catch {
    return Number.NaN
  }
}
