import { emptying } from './empty.ts'
import { exporting } from './export.ts'
import { createHiddenWorlds } from './hidden-worlds.ts'
import { pruning } from './prune.ts'
import { keeping } from './snapshots.ts'
import type { BulkTools } from './tools.ts'
import { moving } from './world-file.ts'

/**
 * Operations on a business as a whole, in commits of a few milliseconds, so that other businesses go on. What is copied is
 * a hidden world until one commit names it or gives it to the key: a crash before that changes nothing. A world that was
 * replaced is deleted afterwards, also by the next start.
 */
export function createBulk(tools: BulkTools) {
  const worlds = createHiddenWorlds(tools)
  const { resumePrunes, prune } = pruning(tools)
  const exports = exporting(tools)
  const keeps = keeping(tools, worlds)
  return {
    /** Ends what the last process left half done. */
    resume(): void {
      resumePrunes()
      void worlds.deleteLeft()
    },
    close(): void {
      exports.close()
      keeps.close()
    },
    operations: {
      prune,
      contents: exports.contents,
      ...emptying(tools, worlds),
      ...keeps.operations,
      ...moving(tools, worlds),
    },
  }
}
