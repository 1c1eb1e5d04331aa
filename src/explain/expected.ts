import type { Recorded } from '../domain/happening.ts'
import { type Branch, sinces, type When } from '../domain/when.ts'

/** An expected event and its time. */
export type Expected = Recorded & { readonly when: When; readonly branch?: Branch }

/** Sorts by time what was given in the order of causes: what has the same time stays in it. */
export function inOrderOfTime(expected: readonly Expected[]): readonly Expected[] {
  return expected.toSorted(
    ({ when: one }, { when: other }) => rankOf(one) - rankOf(other) || earliest(one) - earliest(other),
  )
}

/** An event that needs an act precedes the events that would follow it. */
function rankOf(when: When): number {
  if ('never' in when) return sinces.indexOf('final') - 0.5
  return sinces.indexOf('at' in when ? 'creation' : when.since)
}

/** The earliest moment of a time, from its starting point. */
export function earliest(when: When): number {
  if ('never' in when) return 0
  return 'at' in when ? when.at : when.fromMs
}

export function latest(when: When): number {
  return 'since' in when ? when.toMs : earliest(when)
}
