import { auditHolds } from './audit-holds.ts'
import { auditReplays } from './audit-replays.ts'
import { auditTransactions } from './audit-transactions.ts'
import { auditWallets } from './audit-wallets.ts'
import { auditWebhooks } from './audit-webhooks.ts'
import { type Quiet, type View, viewOf } from './view.ts'
import type { World } from './world.ts'

export function audit(world: World, quiet: Quiet): readonly View[] {
  const keys = world.keys.filter((key) => world.life.store.gate(key, 'read') === null)
  return keys.map((key) => {
    const view = viewOf(world, key, quiet)
    auditTransactions(view)
    auditWallets(view)
    auditWebhooks(view)
    auditHolds(view)
    auditReplays(view)
    return view
  })
}
