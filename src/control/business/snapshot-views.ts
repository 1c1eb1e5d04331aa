import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { time } from '../view-parts.ts'

/** The schemas of what the control API answers of snapshots, and of what a prune deleted. */

/** A business as it was at a moment. */
export const snapshotView = namedAnswer(
  'Snapshot',
  z
    .object({
      name: z.string(),
      at: time.describe('Sandbox time of the snapshot; the clock goes on from here when it is restored.'),
      transactions: z.int(),
      pendingJobs: z.int().describe('Work that waits in it for its time.'),
    })
    .describe('A business as it was at a moment: its state, its pending work and its clock.'),
)

/** All snapshots of a business. */
export const snapshotsView = namedAnswer(
  'Snapshots',
  z.object({ data: z.array(snapshotView) }).describe('Snapshots of this business, by name. A reset leaves them.'),
)

/** What a prune deleted. */
export const prunedView = namedAnswer(
  'Pruned',
  z
    .object({
      before: time.describe('Transactions that were final by this time are gone, but for those with work to come.'),
      transactions: z.int().describe('How many are gone; their references can be used again.'),
      webhooks: z.int().describe('How many webhooks went with them.'),
      ledgerEntries: z.int().describe('How many ledger entries went into sums; no balance changes.'),
    })
    .describe('What was deleted.'),
)
