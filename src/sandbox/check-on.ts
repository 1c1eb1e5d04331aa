import type { Log } from '../http/options.ts'
import type { Store } from '../store/store.ts'
import { nextTurn } from '../time.ts'

/**
 * Goes on with the check of a large file, a table in each turn. At the first damage the database is closed, so that
 * nothing more is written to it: from then on calls are answered 503 (D42).
 */
export async function checkOn(check: Iterator<void>, store: Pick<Store, 'isOpen' | 'close'>, log: Log): Promise<void> {
  try {
    do await nextTurn()
    while (store.isOpen() && !check.next().done)
  } catch (cause) {
    store.close()
    log.fault(
      'the database in the data folder is damaged, and nothing more is stored: stop the sandbox, put a copy of sandbox.db back or delete the folder, and start again',
      cause,
    )
  }
}
