import { z } from 'zod'
import { answerObject } from '../../contract/named.ts'
import type { Snapshot } from '../../store/store.ts'
import { iso, time } from '../view-parts.ts'

/** A business as it was at a moment. */
export const snapshotView = answerObject(
  'Snapshot',
  'A business as it was at a moment: its state, its pending work and its clock.',
  {
    name: z.string(),
    at: time.describe('Sandbox time of the snapshot; the clock goes on from here when it is restored.'),
    transactions: z.int(),
    pendingJobs: z.int().describe('Work that waits in it for its time.'),
  },
)

/** All snapshots of a business. */
export const snapshotsView = answerObject('Snapshots', 'Snapshots of this business, by name. A reset leaves them.', {
  data: z.array(snapshotView),
})

/** A snapshot as it is shown. */
export function presentSnapshot({ name, at, transactions, pendingJobs }: Snapshot) {
  return { name, at: iso(at), transactions, pendingJobs }
}
