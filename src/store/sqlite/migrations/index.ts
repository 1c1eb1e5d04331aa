import { first } from './0001-first.ts'
import { settings } from './0002-settings.ts'
import { setBalances } from './0003-set-balances.ts'
import { otp } from './0004-otp.ts'
import { webhookFaults } from './0006-webhook-faults.ts'
import { queue } from './0007-queue.ts'
import { fewerRows } from './0008-fewer-rows.ts'
import { fewerPages } from './0009-fewer-pages.ts'
import { replays } from './0010-replays.ts'
import { report } from './0012-report.ts'
import { snapshots } from './0013-snapshots.ts'
import { resetEvents } from './0014-reset-events.ts'

/** Every step from an empty database to this version's, in order; `PRAGMA user_version` counts those applied. */
export const migrations: readonly string[] = [
  first,
  settings,
  setBalances,
  otp,
  webhookFaults,
  queue,
  fewerRows,
  fewerPages,
  replays,
  report,
  snapshots,
  resetEvents,
]
