import { monotonicMs, nextTurn } from '../time.ts'

/** Work that can pause wherever it yields, so that a large business holds up no other. */
export type Pausing<R> = Generator<undefined, R, undefined>

/** Does work without a pause. */
export function atOnce<R>(work: Pausing<R>): R {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Does work in slices of at most `ms`, a turn of the event loop for each. Resolves with null once `isOver` is true. */
export async function inTurns<R>(work: Pausing<R>, ms: number, isOver: () => boolean): Promise<R | null> {
  for (;;) {
    await nextTurn()
    if (isOver()) return null
    const begun = monotonicMs()
    let step = work.next()
    while (!step.done && monotonicMs() - begun < ms) step = work.next()
    if (step.done) return step.value
  }
}
