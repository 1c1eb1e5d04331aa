import type { LiveEvent, TimelineEntry } from '../api/live-event.ts'

/** Older ones are dropped. */
const most = 50

/** Adds new events on top. A reset drops the earlier ones. */
export function withHappened(before: readonly TimelineEntry[], events: readonly LiveEvent[]): readonly TimelineEntry[] {
  const isNew = events.some(({ kind }) => kind === 'reset')
  const added = events.flatMap((event) => (event.kind === 'timeline' && isShown(event.entry) ? [event.entry] : []))
  return added.length === 0 && !isNew ? before : [...added.toReversed(), ...(isNew ? [] : before)].slice(0, most)
}

/** The attempts of a webhook say when it was queued and delivered. */
export function isShown({ kind }: Pick<TimelineEntry, 'kind'>): boolean {
  return kind !== 'webhook_queued' && kind !== 'webhook_delivered'
}
