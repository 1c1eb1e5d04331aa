import { type Delivery, markOf, readyAt, wasSent } from '../domain/delivery.ts'
import { after, type When } from '../domain/when.ts'
import type { Expected } from './expected.ts'
import { afterQueries, attemptPlan, forecastAttempts, holdTimes } from './forecast-deliveries.ts'
import type { Stored } from './life-step.ts'

/** The attempts of webhooks that are queued or held. */
export function webhooksAhead({ deliveries, jobs }: Stored): readonly Expected[] {
  return deliveries.flatMap((delivery): readonly Expected[] => {
    const { id, status, webhook: plan, attempts } = delivery
    const about = markOf(delivery)
    const made = {
      all: attempts.length,
      scheduled: attempts.filter(({ isReplay }) => !isReplay).length,
      sent: attempts.filter(wasSent).length,
    }
    const attemptsFrom = (when: When) => forecastAttempts({ plan, about, when, made })
    if (status === 'held') return attemptsFrom(released(delivery, deliveries))
    const isUnderWay = attempts.at(-1)?.outcome === null
    const due = jobs.flatMap((job) => (job.kind === 'deliver' && job.deliveryId === id ? job : []))
    const ahead = due.slice(isUnderWay ? 1 : 0).flatMap(({ dueAt, replay }): readonly Expected[] => {
      if (!replay) return attemptsFrom({ at: dueAt })
      const again = { ...about, attempt: made.all + 1, ...(plan.byHand ? {} : { cause: replayed }) }
      return [
        { kind: 'webhook_attempted', came: null, plan: attemptPlan(plan, made, []), when: { at: dueAt }, ...again },
      ]
    })
    return status === 'pending' && ahead.length === 0 && !isUnderWay ? attemptsFrom(after('webhook')) : ahead
  })
}

const replayed = { by: 'action', action: 'replay' } as const

/** Returns when a held webhook is sent if no other transaction joins it. */
function released(delivery: Delivery, all: readonly Delivery[]): When {
  const { hold = null, trigger = null, spacingMs = 0 } = delivery.webhook.faults ?? {}
  if (hold === null && typeof trigger === 'object' && trigger !== null) {
    const copy = delivery.webhook.copy ?? 1
    return afterQueries(trigger.statusQueries, trigger.thenMs + (copy - 1) * spacingMs)
  }
  const ready = readyAt(delivery)
  const held = all.filter(({ status }) => status === 'held').map(readyAt)
  return { at: ready + ((hold && holdTimes(hold, held).get(ready)) ?? 0) }
}
