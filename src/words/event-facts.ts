import { formatDuration } from '../domain/duration.ts'
import { type EventName, eventNames, type Recorded, type TimelineEvent } from '../domain/happening.ts'
import { ignoredText, skippedText, untilText } from './happening.ts'

export interface EventFacts {
  readonly event: EventName
  readonly [fact: string]: unknown
}

type Entry = Recorded & Partial<Pick<TimelineEvent, 'id' | 'at' | 'transactionId' | 'reference'>>

/** The event of a timeline by its name, with its facts in words; null for a kind that no timeline shows. */
export function eventFacts({
  id: _,
  at: _at,
  transactionId: _transaction,
  reference: _reference,
  ...happening
}: Entry): EventFacts | null {
  const event = eventNames[happening.kind]
  return event && { event, ...factsOf(happening) }
}

function factsOf(happening: Recorded): object {
  const { deliveryId } = happening
  switch (happening.kind) {
    case 'reply_faulted': {
      const { fault, delayMs } = happening
      return { fault, ...(delayMs === undefined ? {} : { delay: formatDuration(delayMs) }) }
    }
    case 'transfer_received': {
      const { kind: _, note, ...facts } = happening
      return note === undefined ? facts : { ...facts, note: ignoredText(note) }
    }
    case 'webhook_unaddressed':
      return { why: skippedText(happening.kind) }
    case 'webhook_dropped':
      return { deliveryId, why: skippedText(happening.kind) }
    case 'webhook_held':
      return { deliveryId, until: untilText(happening.until) }
    case 'webhook_made':
      return { action: 'webhook', deliveryId }
    case 'webhook_replayed':
      return { action: 'replay', deliveryId }
    case 'webhook_attempted': {
      const { came, cause, attempt: number } = happening
      return { deliveryId, number, ...came, ...(cause && { cause }) }
    }
    default: {
      const { kind: _, deliveryId: _id, attempt: _attempt, copy: _copy, byHand: _byHand, of: _of, ...facts } = happening
      return { ...(deliveryId && { deliveryId }), ...facts }
    }
  }
}
