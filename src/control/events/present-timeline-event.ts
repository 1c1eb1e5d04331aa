import type { TimelineEvent } from '../../domain/timeline.ts'
import { iso } from '../iso-time.ts'

/** A timeline entry with its facts beside it. */
export function presentEvent({ at, event, facts }: TimelineEvent) {
  return { at: iso(at), event, ...facts }
}
