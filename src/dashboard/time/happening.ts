import type { LiveEvent, TimelineEntry } from '../api/live-event.ts'
import { eventSign } from '../timeline/event-sign.ts'
import type { Sign } from '../timeline/sign.ts'

export type Happening = TimelineEntry & { readonly sign: Sign }

/** Older ones are dropped. */
const most = 50

/** Adds new events on top. A reset drops the earlier ones. */
export function withHappened(before: readonly Happening[], events: readonly LiveEvent[]): readonly Happening[] {
  const isNew = events.some(({ kind }) => kind === 'reset')
  const added = events.flatMap((event): readonly Happening[] => {
    const sign = event.kind === 'timeline' && eventSign(event.entry)
    return sign ? [{ ...event.entry, sign }] : []
  })
  return added.length === 0 && !isNew ? before : [...added.toReversed(), ...(isNew ? [] : before)].slice(0, most)
}
