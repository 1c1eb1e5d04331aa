import { nextTurn } from '../../time.ts'
import type { Turn } from './turn.ts'

/** The last row that a step has handled, by the columns of its order; null before the first. */
export type Mark = readonly (number | string)[] | null

/**
 * Does the rows after a mark, a few hundred at most, and returns the mark after them; null when none are left. It knows only
 * what is stored: a turn that is undone calls it again with the same mark.
 */
export type Step = (after: Mark) => Mark

/** Does long work in many commits, between other calls. Rejects if a commit fails; earlier commits stay. */
export async function inSlices(turn: Turn, steps: readonly Step[]): Promise<void> {
  let at: Place = { step: 0, mark: null }
  while (at.step < steps.length) {
    const from = at
    at = await turn.run(() => slice(steps, from))
    await nextTurn()
  }
}

interface Place {
  readonly step: number
  readonly mark: Mark
}

/** Ends after a few hundred rows of one step; smaller steps share a commit. */
function slice(steps: readonly Step[], from: Place): Place {
  let { step, mark } = from
  do {
    mark = steps[step]?.(mark) ?? null
    if (mark === null) step++
  } while (step < steps.length && mark === null)
  return { step, mark }
}
