import { formatDuration } from '../domain/duration.ts'
import type { Entry } from './reading/recording.ts'

export interface RateLimit {
  readonly requests: number
  readonly per: string
}

/**
 * Returns the limit of requests in whole seconds that explains which calls were answered 429, or null if none or several do
 * (D13). As in the sandbox, a window opens with the first request after the last one, and refused requests do not count.
 */
export function rateLimitIn(calls: readonly Entry[]): RateLimit | null {
  const refused = calls.findIndex(isRefused)
  const seconds = Number(calls[refused]?.response.headers['retry-after'])
  const end = (calls[refused]?.at ?? 0) + seconds * 1000
  const found = new Map<string, RateLimit>()
  for (const [index, opening] of calls.slice(0, Math.max(0, refused)).entries()) {
    const perMs = Math.floor((end - opening.at) / 1000) * 1000
    const requests = refused - index
    if (perMs > 0 && explains(calls, requests, perMs)) {
      found.set(`${requests} ${perMs}`, { requests, per: formatDuration(perMs) })
    }
  }
  const [only] = found.values()
  return found.size === 1 ? (only ?? null) : null
}

function isRefused({ status }: Entry): boolean {
  return status === 429
}

function explains(calls: readonly Entry[], requests: number, perMs: number): boolean {
  let [openedAt, taken] = [Number.NEGATIVE_INFINITY, 0]
  return calls.every((call) => {
    if (call.at >= openedAt + perMs) [openedAt, taken] = [call.at, 0]
    const isOver = taken >= requests
    if (!isOver) taken++
    return isOver === isRefused(call)
  })
}
