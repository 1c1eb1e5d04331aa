import type Database from 'better-sqlite3'
import { type SandboxMs, sandboxTime } from '../../../domain/clock.ts'
import { nextTurn } from '../../../time.ts'
import type { Pruned } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { partRows } from './parts.ts'
import { type Gone, pruneOldest } from './prune-oldest.ts'
import type { WholeTools } from './tools.ts'

const nothing: Gone = { transactions: 0, webhooks: 0, ledgerEntries: 0, finalAt: 0 }

/** Prunes in parts between other calls. A crash between two leaves a note, and the next start does the rest before it is ready. */
export function pruning({ db, tables, turn, wall, closed }: WholeTools) {
  const { businesses, remembered } = tables
  const notes = pruneNotes(db)

  /** Does the next part, in a turn, unless the business has got another world. */
  function part(key: string, { world, before }: ReturnType<typeof begin>): Gone {
    if (world === null) return nothing
    if (remembered.business(key).rowId === world) return partOf({ world, before })
    notes.end({ world, before })
    return nothing
  }

  function partOf({ world, before }: Noted): Gone {
    const gone = pruneOldest(db, world, { before, most: partRows })
    const isOver = gone.transactions < partRows
    businesses.setPruned(world, isOver ? before : gone.finalAt)
    notes[isOver ? 'end' : 'begin']({ world, before })
    tables.forgetAll()
    return gone
  }

  function begin(key: string, olderThanMs: number) {
    const { rowId, clock } = remembered.business(key)
    return { world: rowId, before: sandboxTime(clock, wall()) - olderThanMs }
  }

  return {
    /** Ends what the last process began. */
    pruneLeft: db.transaction((): void => {
      for (const noted of notes.left()) while (partOf(noted).transactions === partRows);
    }),
    async prune(key: string, olderThanMs: number): Promise<Pruned> {
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

/** A world that is pruned, and the time by which its transactions must have been final. */
interface Noted {
  readonly world: number
  readonly before: SandboxMs
}

function pruneNotes(db: Database.Database) {
  const name = ({ world, before }: Noted) => `prune ${world} ${before}`
  const begin = db.prepare<[string]>("INSERT OR IGNORE INTO meta (name, value) VALUES (?, '')")
  const end = db.prepare<[string]>('DELETE FROM meta WHERE name = ?')
  const all = db.prepare<[], string>("SELECT name FROM meta WHERE name GLOB 'prune *'").pluck()
  return {
    begin: (noted: Noted) => begin.run(name(noted)),
    end: (noted: Noted) => end.run(name(noted)),
    left: (): readonly Noted[] =>
      all.all().map((text) => {
        const [, world, before] = text.split(' ').map(Number)
        return { world: world ?? 0, before: before ?? 0 }
      }),
  }
}
