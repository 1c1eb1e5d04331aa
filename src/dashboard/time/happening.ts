import type { LiveEvent, TimelineEntry } from '../api/live-event.ts'
import { eventSign } from '../timeline/event-sign.ts'
import type { Sign } from '../timeline/sign.ts'

/** A timeline event as one line. */
export interface Happening {
  readonly id: number
  readonly at: string
  readonly transactionId: string
  readonly reference: string
  readonly sign: Sign
}

/** Older ones are dropped. */
const most = 50

/** Adds new events on top. A reset drops the earlier ones. */
export function withHappened(before: readonly Happening[], events: readonly LiveEvent[]): readonly Happening[] {
  const isNew = events.some(({ kind }) => kind === 'reset')
  const added = events.flatMap((event) => (event.kind === 'timeline' ? (happeningOf(event.entry) ?? []) : []))
  return added.length === 0 && !isNew ? before : [...added.toReversed(), ...(isNew ? [] : before)].slice(0, most)
}

function happeningOf(entry: TimelineEntry): Happening | null {
  const { id, at, transactionId, reference } = entry
  const sign = eventSign(entry)
  return sign && { id, at, transactionId, reference, sign }
}
