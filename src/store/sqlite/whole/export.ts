import type { Store } from '../../store.ts'
import { asStorageFailure } from '../file/errors.ts'
import type { WholeTools } from './tools.ts'
import { worldRecord, writeContents } from './world-contents.ts'

/** Writes a world as of one moment, between the calls of other keys: its own commands wait. */
export function exporting({ db, tables, wall, closed }: WholeTools): Pick<Store, 'contents'> {
  const contents: Store['contents'] = async (key, write, taken) => {
    const business = tables.remembered.business(key)
    const world = business.rowId
    write(worldRecord(business, wall(), world === null ? null : tables.businesses.prunedBefore(world)))
    if (world !== null) await writeContents({ db, tables, world, write, taken })
  }
  return {
    contents: (key, write, taken) =>
      closed.during(key, () =>
        contents(key, write, taken).catch((cause) => {
          throw asStorageFailure(cause)
        }),
      ),
  }
}
