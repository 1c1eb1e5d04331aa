import { type SandboxMs, sandboxTime } from '../../../domain/clock.ts'
import { nextTurn } from '../../../time.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { partRows } from './parts.ts'
import { type Gone, pruneOldest } from './prune-oldest.ts'
import type { WholeTools } from './tools.ts'

const nothing: Gone = { transactions: 0, webhooks: 0, ledgerEntries: 0, finalAt: 0 }

/** Prunes in parts between other calls, each whole: a crash leaves the oldest gone, and the others as they were. */
export function pruning({ db, tables, turn, wall, closed }: WholeTools): Pick<Store, 'prune'> {
  const { businesses, remembered } = tables

  /** Does the next part, in a turn, unless the business has got another world. */
  function part(key: string, { world, before }: Begun): Gone {
    if (world === null || remembered.business(key).rowId !== world) return nothing
    const gone = pruneOldest(db, world, { before, most: partRows })
    businesses.setPruned(world, gone.transactions < partRows ? before : gone.finalAt)
    tables.forgetAll()
    return gone
  }

  function begin(key: string, olderThanMs: number): Begun {
    const { rowId, clock } = remembered.business(key)
    return { world: rowId, before: sandboxTime(clock, wall()) - olderThanMs }
  }

  return {
    async prune(key, olderThanMs) {
      const begun = await closed.during(key, async () => reading(() => begin(key, olderThanMs)))
      const all = { before: begun.before, transactions: 0, webhooks: 0, ledgerEntries: 0 }
      for (;;) {
        const gone = await closed.during(key, () => turn.run(() => part(key, begun)))
        all.transactions += gone.transactions
        all.webhooks += gone.webhooks
        all.ledgerEntries += gone.ledgerEntries
        if (gone.transactions < partRows) return all
        await nextTurn()
      }
    },
  }
}

/** The world that is pruned, and the time by which its transactions must have been final. */
interface Begun {
  readonly world: number | null
  readonly before: SandboxMs
}
