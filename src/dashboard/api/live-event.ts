import type { AnswerOf } from '../../control/routes.ts'

export type ReceivedCall = AnswerOf<'GET /_sandbox/requests'>['data'][number]
export type Clock = AnswerOf<'GET /_sandbox/clock'>

/** What happened to a transaction; its facts are further keys. */
export type TimelineEntry = AnswerOf<'POST /_sandbox/clock/advance'>['events'][number] & { readonly id: number }

export type LiveEvent =
  | { readonly kind: 'timeline'; readonly entry: TimelineEntry }
  | { readonly kind: 'request'; readonly call: ReceivedCall }
  | { readonly kind: 'clock'; readonly clock: Clock }
  | { readonly kind: 'changed'; readonly what: Changed }
  /** The business was reset or restored: everything shown of it is old. */
  | { readonly kind: 'reset' }
  /** Events may be missing: views load their data again. */
  | { readonly kind: 'gap' }

/** What may change beside transactions. */
export type Changed = 'default' | 'queue' | 'settings' | 'wallet' | 'seal'

/** Returns a test for an event that says that one of these has changed. */
export function changesAny(...some: readonly Changed[]) {
  return (event: LiveEvent): boolean => event.kind === 'changed' && some.includes(event.what)
}

/** Parses an event. It has the sandbox's own types, because the sandbox serves the page of its version. */
export function liveEventOf(event: string, data: string): LiveEvent {
  if (event === 'reset') return { kind: 'reset' }
  if (event === 'request') return { kind: 'request', call: JSON.parse(data) }
  if (event === 'clock') return { kind: 'clock', clock: JSON.parse(data) }
  if (event === 'changed') return { kind: 'changed', what: JSON.parse(data).what }
  return { kind: 'timeline', entry: JSON.parse(data) }
}
