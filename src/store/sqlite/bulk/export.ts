import type { WorldRecord } from '../../../world-file/records.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { createCopied, type Source } from './copied.ts'
import type { BulkTools } from './tools.ts'
import { worldRecord, writeContents } from './world-contents.ts'

/** Larger worlds are read from a copy of the database, which takes longer to begin. */
const mostHeld = 500

/**
 * Writes a world as of one moment. The commands of a small world wait meanwhile, and of any in memory, as a copy is a file.
 * Nothing waits for a larger one.
 */
export function exporting({ db, tables, wall, closed, template }: BulkTools) {
  const copied = createCopied({ db, closed, template })

  async function write({ db, tables }: Source, key: string, { write, taken }: Writing): Promise<void> {
    const business = reading(() => tables.remembered.business(key))
    const world = business.rowId
    write(worldRecord(business, wall(), world === null ? null : reading(() => tables.businesses.prunedBefore(world))))
    if (world !== null) await writeContents({ db, tables, world, write, taken })
  }

  function isLarge(key: string): boolean {
    const { rowId } = reading(() => tables.remembered.business(key))
    return rowId !== null && reading(() => tables.transactions.hasMoreThan(rowId, mostHeld))
  }

  const contents: Store['contents'] = (key, write_, taken) => {
    const writing = { write: write_, taken }
    return db.memory || !isLarge(key)
      ? closed.during(key, () => write({ db, tables }, key, writing))
      : copied.read(key, (source) => write(source, key, writing))
  }
  return { contents, close: copied.close }
}

interface Writing {
  readonly write: (record: WorldRecord) => void
  readonly taken: () => Promise<void>
}
