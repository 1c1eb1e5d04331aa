import type { Attempt, Delivery } from '../state/transaction.ts'

/** An attempt of a webhook, or a webhook that was not tried yet. */
export interface Sent {
  readonly id: string
  readonly at: string
  readonly delivery: Delivery
  readonly attempt: Attempt | null
}

/** The states to filter by. `failing`: it is tried again, because no attempt was answered 2xx. */
export const stateWords = {
  delivered: 'Delivered',
  failing: 'Failing',
  exhausted: 'Given up',
  pending: 'Not tried yet',
  held: 'Held back',
  dropped: 'Never sent',
} as const
export type State = keyof typeof stateWords

export function stateOf({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): State {
  return status === 'pending' && attempts.length > 0 ? 'failing' : status
}

/** The query for webhooks of a state; an empty text is every state. */
export function queryFor(state: '' | State) {
  if (state === '') return {}
  return state === 'failing' ? ({ status: 'pending', failed: 'true' } as const) : { status: state }
}

/** Every attempt of these webhooks, the last one first. Attempts of the same moment are in the order of their webhooks. */
export function sentOf(oldestFirst: readonly Delivery[]): readonly Sent[] {
  const all = oldestFirst.flatMap((delivery): readonly Sent[] => {
    const { id, createdAt: at, attempts } = delivery
    if (attempts.length === 0) return [{ id, at, delivery, attempt: null }]
    return attempts.map((attempt) => ({ id: `${id} ${attempt.number}`, at: attempt.at, delivery, attempt }))
  })
  return all.toSorted((one, other) => one.at.localeCompare(other.at)).reverse()
}

/** Rows of a state whose reference, path or id has every word. */
export function filterSent(sent: readonly Sent[], state: string, search: string): readonly Sent[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return sent.filter(({ delivery }) => {
    const { id, transactionId, reference, url } = delivery
    const searched = `${reference}\n${pathOf(url)}\n${transactionId}\n${id}`.toLowerCase()
    return (state === '' || stateOf(delivery) === state) && words.every((word) => searched.includes(word))
  })
}

/** Path and query of an address. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** What became of replays: `Not delivered: connection refused`, `2 sent again: 1 answered 2xx, 1 not delivered: answered 500`. */
export function replayWords(replayed: readonly Pick<Delivery, 'attempts'>[]): string {
  const last = replayed.map(({ attempts }) => attempts.at(-1))
  const isTaken = (attempt: Attempt | undefined) => Math.floor((attempt?.response?.status ?? 0) / 100) === 2
  const taken = last.filter(isTaken).length
  const refused = last.filter((attempt) => !isTaken(attempt))
  if (refused.length === 0) return `${taken} sent again and answered 2xx`
  const reasons = refused.map((attempt) =>
    attempt?.response ? `answered ${attempt.response.status}` : (attempt?.error ?? 'no answer'),
  )
  const why = [...new Set(reasons)].join('; ')
  if (last.length === 1) return `Not delivered: ${why}`
  return `${last.length} sent again: ${taken} answered 2xx, ${last.length - taken} not delivered: ${why}`
}
