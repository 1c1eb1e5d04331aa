import { exporting } from './export.ts'
import { importing } from './import.ts'
import { pruning } from './prune.ts'
import { emptying } from './reset.ts'
import { keeping } from './snapshot.ts'
import type { WholeTools } from './tools.ts'
import { createWorlds } from './worlds.ts'

/** What is done to a business as a whole. */
export function createWhole(tools: WholeTools) {
  const worlds = createWorlds(tools)
  const { pruneLeft, prune } = pruning(tools)
  return {
    pruneLeft,
    discardLeft: worlds.discardLeft,
    operations: {
      ...exporting(tools),
      ...importing(tools, worlds),
      prune,
      ...emptying(tools, worlds),
      ...keeping(tools, worlds),
    },
  }
}
