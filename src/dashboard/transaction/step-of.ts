import { transferText } from '../../words/happening.ts'
import type { ReceivedCall } from '../api/live-event.ts'
import { formatSum } from '../parts/format.ts'
import { waitsWords } from '../parts/words.ts'
import type { Step, Transaction } from '../state/transaction.ts'

/** The step that is opened first: the last attempt of a webhook, or else the create call. */
export function openedFirst(steps: readonly Pick<Step, 'kind' | 'state'>[]): number {
  const attempt = steps.findLastIndex(({ kind, state }) => kind === 'webhook_attempted' && state === 'happened')
  return Math.max(0, attempt)
}

type Call = Pick<ReceivedCall, 'method' | 'path'>

/** The call that made a step happen; undefined if none did, or if the journal has forgotten it. */
export function callOfStep<C extends Call>(
  steps: readonly Pick<Step, 'kind'>[],
  index: number,
  oldestFirst: readonly C[],
): C | undefined {
  const sort = sortOf(steps[index])
  if (sort === 'none') return undefined
  const fitting = oldestFirst.filter((call) => callSort(call) === sort)
  if (sort === 'create') return fitting[0]
  // Counted from the end: the journal forgets the oldest calls first.
  const later = steps.slice(index + 1).filter((step) => sortOf(step) === sort).length
  return fitting[fitting.length - 1 - later]
}

type Sort = 'create' | 'otp' | 'query' | 'none'

function sortOf(step: Pick<Step, 'kind'> | undefined): Sort {
  if (step?.kind === 'created' || step?.kind === 'answered') return 'create'
  if (step?.kind === 'otp_accepted' || step?.kind === 'otp_refused') return 'otp'
  return step?.kind === 'status_queried' ? 'query' : 'none'
}

function callSort({ method, path }: Call): Sort {
  if (method === 'GET') return 'query'
  return path.split('?')[0] === '/collections/otp' ? 'otp' : 'create'
}

/** The step in the words of the page: its sum as the page writes money, and whom it waits for. */
export function asShown(step: Step, { currency, waitsFor }: Pick<Transaction, 'currency' | 'waitsFor'>): Step {
  if (step.kind === 'transfer_received') return { ...step, text: transferText(step, formatSum(step.amount, currency)) }
  if (step.kind !== 'undecided' || waitsFor === null) return step
  return { ...step, text: waitsWords[waitsFor], why: null }
}
