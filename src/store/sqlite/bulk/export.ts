import type Database from 'better-sqlite3'
import type { WorldRecord } from '../../../world-file/records.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { openCopy } from '../file/online-copy.ts'
import { openTables, type Tables } from '../open-tables.ts'
import { noQuotas } from '../quotas.ts'
import { createCopied, isCopied } from './copied.ts'
import type { BulkTools } from './tools.ts'
import { worldRecord, writeContents } from './world-contents.ts'

/**
 * Writes a world as of one moment. The commands of a small world wait meanwhile, and of any in memory, as a copy is a file.
 * Nothing waits for a larger one.
 */
export function exporting({ db, tables, wall, closed, template }: BulkTools) {
  const file = `${db.name}-copy`
  const copied = createCopied({ db, file, open: () => openCopy(file), close: (copy) => copy.close() })

  async function write({ db, tables }: Source, key: string, { write, taken }: Writing): Promise<void> {
    const business = reading(() => tables.remembered.business(key))
    const world = business.rowId
    write(worldRecord(business, wall(), world === null ? null : reading(() => tables.businesses.prunedBefore(world))))
    if (world !== null) await writeContents({ db, tables, world, write, taken })
  }

  const contents: Store['contents'] = (key, write_, taken) => {
    const writing = { write: write_, taken }
    if (!isCopied({ db, tables }, key)) return closed.during(key, () => write({ db, tables }, key, writing))
    return copied.read(
      // A prune that was half done would be in the copy.
      (copy) => closed.beside(key, copy),
      (copy) => write({ db: copy, tables: openTables(copy, template, noQuotas) }, key, writing),
    )
  }
  return { contents, close: copied.close }
}

/** A database with its tables. */
interface Source {
  readonly db: Database.Database
  readonly tables: Tables
}

interface Writing {
  readonly write: (record: WorldRecord) => void
  readonly taken: () => Promise<void>
}
