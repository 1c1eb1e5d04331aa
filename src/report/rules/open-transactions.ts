import { isFinal, type Status } from '../../domain/transaction.ts'
import type { FindingRule, Reading } from '../finding-rule.ts'

/** How long to wait for a webhook before asking (spec 6, rule 5: for example 5 minutes), in sandbox time. */
const patienceMs = 5 * 60_000
/** More lost replies than a run has. */
const lostReplies = 10_000

/** No webhook arrived, and the merchant never asked how the transaction ended (spec 6, rule 5). */
export const neverAsked: FindingRule = {
  rule: 'never-asked',
  level: 'warning',
  section: 'spec 6 (5)',
  find: (reading) => {
    const silent = reading.webhooks.filter(({ status }) => status === 'dropped' || status === 'exhausted')
    const ids = new Set(silent.map(({ transactionId }) => transactionId))
    // Whoever never got the reply has no id to ask by.
    const idless = new Set(reading.audit.lostReplies(reading.key, lostReplies).map(({ id }) => id))
    return [...ids].flatMap((transactionId) => {
      const [webhook] = silent.filter((one) => one.transactionId === transactionId)
      if (
        webhook === undefined ||
        idless.has(transactionId) ||
        !isDue(webhook.createdAt, reading) ||
        wasAsked(transactionId, reading)
      )
        return []
      const evidence = `no webhook for ${webhook.reference} arrived, and GET /payments/${transactionId} was never called: ask after about 5 minutes`
      return [{ transactionId, evidence }]
    })
  },
}

function isDue(createdAt: number, { now }: Reading): boolean {
  return now - createdAt >= patienceMs
}

function wasAsked(transactionId: string, { timeline }: Reading): boolean {
  return timeline(transactionId).some(
    ({ event, facts }) => event === 'status_queried' && isFinal(facts.status as Status),
  )
}

/** The run ended before the transaction did (spec 3). */
export const leftOpen: FindingRule = {
  rule: 'left-open',
  level: 'info',
  section: 'spec 3',
  find: ({ audit, key, limit }) =>
    audit.open(key, limit).map(({ id: transactionId, reference, status, plan }) => ({
      transactionId,
      evidence: `${reference} is still ${status} (scenario ${plan.scenario}): nobody waited for its end`,
    })),
}
