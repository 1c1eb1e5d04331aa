import type { AnswerOf } from '../../control/routes.ts'

type Summary = AnswerOf<'GET /_sandbox/transactions'>['data'][number]
export type Status = Summary['status']
type LastWebhook = NonNullable<Summary['webhook']>
export type Selector = Summary['scenario']['by']
/** Shown as a colour; `neutral` has the colour of time. */
export type Tone = 'good' | 'bad' | 'neutral'

export const selectorWords: Readonly<Record<Selector, string>> = {
  header: 'named in the header',
  queue: 'next in the queue',
  metadata: 'named in metadata',
  reference: 'named in the reference',
  match: 'its rule matched',
  business: 'default of the business',
  file: 'default',
}

/** Why this scenario was chosen; `hint` says which rule matched. */
export function chosenWords({ by, mix }: Summary['scenario'], hint: string | null): string {
  const why = by === 'match' && hint !== null ? hint : selectorWords[by]
  return mix === undefined ? why : `${why}, drawn by the mix ${mix}`
}

/** What the user has to do, as the customer or the provider. */
export const waitsWords: Readonly<Record<NonNullable<Summary['waitsFor']>, string>> = {
  pin: 'waits for you: type the PIN',
  transfer: 'waits for you: pay',
  provider: 'waits for you: approve',
}

export const statusWords: Readonly<Record<Status, string>> = {
  INITIATED: 'Initiated',
  PENDING: 'Pending',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
}

export function isStatus(name: string): name is Status {
  return Object.hasOwn(statusWords, name)
}

/** Why a webhook had no answer, in a word or two. */
export const noAnswerWords: Readonly<Record<NonNullable<LastWebhook['reason']>, string>> = {
  refused: 'connection refused',
  'unknown-host': 'host name unknown',
  'no-route': 'no route',
  'no-connection': 'no connection',
  'timed-out': 'timed out',
  lost: 'answer lost',
  tls: 'TLS failed',
  malformed: 'malformed answer',
  'not-allowed': 'address not allowed',
  stopped: 'stopped',
}
