import type { AnswerOf } from '../../control/routes.ts'

/** A call that the business received, as `GET /_sandbox/requests` shows it. */
export type ReceivedCall = AnswerOf<'GET /_sandbox/requests'>['data'][number]
/** A business's clock. */
export type Clock = AnswerOf<'GET /_sandbox/clock'>

/** An entry of a timeline, with whose it is; its facts stand beside these keys. */
export type TimelineEntry = AnswerOf<'GET /_sandbox/transactions/{id}'>['timeline'][number] & {
  readonly id: number
  readonly transactionId: string
  readonly reference: string
}

/** What happens to a business, as `GET /_sandbox/events` sends it. */
export type LiveEvent =
  | { readonly kind: 'timeline'; readonly entry: TimelineEntry }
  | { readonly kind: 'request'; readonly call: ReceivedCall }
  | { readonly kind: 'clock'; readonly clock: Clock }
  /** The business began anew, by a reset or a restore: what is shown of it is of another time. */
  | { readonly kind: 'reset' }
  /** Something may have been missed: whoever shows the business loads it again. */
  | { readonly kind: 'gap' }

/** An event as it was sent: it is what the types of the sandbox say, because the page and it are of one version. */
export function liveEventOf(event: string, data: string): LiveEvent {
  if (event === 'reset') return { kind: 'reset' }
  if (event === 'request') return { kind: 'request', call: JSON.parse(data) }
  if (event === 'clock') return { kind: 'clock', clock: JSON.parse(data) }
  return { kind: 'timeline', entry: JSON.parse(data) }
}
