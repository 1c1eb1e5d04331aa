import type { LiveEvent, TimelineEntry } from '../api/live-event.ts'
import { eventMoment } from '../timeline/event-moments.ts'
import type { Moment } from '../timeline/moment.ts'

/** Something that happened, as one line. */
export interface Happening {
  readonly id: number
  readonly at: string
  readonly transactionId: string
  readonly reference: string
  readonly moment: Moment
}

/** More are not kept. */
const most = 50

/** What is shown once more has happened: the newest first. A business that began anew has no past. */
export function withHappened(before: readonly Happening[], events: readonly LiveEvent[]): readonly Happening[] {
  const isNew = events.some(({ kind }) => kind === 'reset')
  const added = events.flatMap((event) => (event.kind === 'timeline' ? (happeningOf(event.entry) ?? []) : []))
  return added.length === 0 && !isNew ? before : [...added.toReversed(), ...(isNew ? [] : before)].slice(0, most)
}

function happeningOf(entry: TimelineEntry): Happening | null {
  const { id, at, transactionId, reference } = entry
  const moment = eventMoment(entry)
  return moment && { id, at, transactionId, reference, moment }
}
