import { nextTurn } from '../../../time.ts'
import type { Turn } from '../turn.ts'

/** Rows of a statement: with all that belongs to them, a few hundredths of a second. */
export const partRows = 1000

/** Does the rest of its work, `partRows` rows at most, and returns how many it did. It knows by what is stored what is left. */
export type Step = () => number

/** Does steps in their order, each again while it does as many rows as it may: a commit for each part, between other calls. */
export async function inParts(turn: Turn, steps: readonly Step[]): Promise<void> {
  let at = 0
  while (at < steps.length) {
    const begun = at
    at = await turn.run(() => {
      let next = begun
      while (next < steps.length && steps[next]?.() !== partRows) next++
      return next
    })
    await nextTurn()
  }
}
