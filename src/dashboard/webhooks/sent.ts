import { matching } from '../parts/search.ts'
import type { Attempt, Delivery } from '../state/transaction.ts'
import { isFailing } from '../transaction/delivery-words.ts'

/** An attempt of a webhook, or a webhook that was not tried yet. */
export interface Sent {
  readonly id: string
  readonly at: string
  readonly delivery: Delivery
  readonly attempt: Attempt | null
}

interface StateFilter {
  readonly words: string
  readonly query: { readonly status?: Delivery['status']; readonly failed?: 'true' }
}

/** The states to filter by. `failing`: it is tried again, because no attempt was answered 2xx. */
export const states: ReadonlyMap<string, StateFilter> = new Map([
  ['', { words: 'All states', query: {} }],
  ['delivered', { words: 'Delivered', query: { status: 'delivered' } }],
  ['failing', { words: 'Failing', query: { status: 'pending', failed: 'true' } }],
  ['exhausted', { words: 'Given up', query: { status: 'exhausted' } }],
  ['pending', { words: 'Not tried yet', query: { status: 'pending' } }],
  ['held', { words: 'Held back', query: { status: 'held' } }],
  ['dropped', { words: 'Never sent', query: { status: 'dropped' } }],
])

export function stateOf({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) {
  return status === 'pending' && isFailing({ status, attempts }) ? 'failing' : status
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

/** Rows of a state, or of all if it is empty, whose reference, path or id has every word. */
export function filterSent(sent: readonly Sent[], state: string, search: string): readonly Sent[] {
  return sent.filter(({ delivery }) => fits(delivery, state, search))
}

/** True for a webhook of a state, or of any if it is empty, whose reference, path or id has every word. */
export function fits(delivery: Delivery, state: string, search: string): boolean {
  const { id, transactionId, reference, url } = delivery
  return (state === '' || stateOf(delivery) === state) && matching(search)(reference, pathOf(url), transactionId, id)
}

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
