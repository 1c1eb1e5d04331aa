import type { Attempt, Delivery } from '../state/transaction.ts'

/** What became of replays: `Not delivered: connection refused`, `2 sent again: 1 answered 2xx, 1 not delivered: answered 500`. */
export function replayWords(replayed: readonly Pick<Delivery, 'attempts'>[]): string {
  const last = replayed.map(({ attempts }) => attempts.at(-1))
  const isTaken = (attempt: Attempt | undefined) => Math.floor((attempt?.response?.status ?? 0) / 100) === 2
  const taken = last.filter(isTaken).length
  if (last.length === 0) return 'No webhook here has failed'
  const refused = last.filter((attempt) => !isTaken(attempt))
  if (refused.length === 0) return `${taken} sent again and answered 2xx`
  const reasons = refused.map((attempt) =>
    attempt?.response ? `answered ${attempt.response.status}` : (attempt?.error ?? 'no answer'),
  )
  const why = [...new Set(reasons)].join('; ')
  if (last.length === 1) return `Not delivered: ${why}`
  return `${last.length} sent again: ${taken} answered 2xx, ${last.length - taken} not delivered: ${why}`
}
