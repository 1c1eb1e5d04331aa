import { grouped } from './grouped.ts'
import type { View } from './view.ts'

/** Every replay that was asked for is an attempt of its own, after it was asked for. */
export function auditReplays({ world, quiet, events }: View): void {
  if (quiet === 'busy') return
  const ofReplays = events.filter(({ kind }) => kind === 'webhook_replayed')
  for (const [delivery, asked] of grouped(ofReplays, ({ deliveryId }) => deliveryId)) {
    const attempted = events.filter(({ kind, deliveryId }) => kind === 'webhook_attempted' && deliveryId === delivery)
    for (const [index, { id }] of asked.entries()) {
      const after = attempted.filter((attempt) => attempt.id > id).length
      if (after < asked.length - index) world.fail(`a replay of ${delivery} was not sent`)
    }
  }
}
