import { createClosed } from './closed.ts'
import { createHiddenWorlds } from './hidden-worlds.ts'
import { keeping } from './keep.ts'
import { moving } from './move.ts'
import { pruning } from './prune.ts'
import { replacing } from './replace.ts'
import type { BulkTools } from './tools.ts'

/**
 * Operations on a business as a whole, in commits of a few milliseconds, so that other businesses go on. What is copied is
 * a hidden world until one commit names it or gives it to the key: a crash before that changes nothing. A world that was
 * replaced is emptied afterwards, also by the next start.
 */
export function createBulk(tools: BulkTools) {
  const closed = createClosed()
  const worlds = createHiddenWorlds(tools)
  return {
    ...replacing(tools, worlds, closed),
    ...keeping(tools, worlds, closed),
    ...pruning(tools, closed),
    ...moving(tools, worlds, closed),
    opens: closed.opens,
    isWhole: closed.isWhole,
    /** Empties the worlds that the last process left behind. */
    emptyLeft: worlds.empty,
  }
}
