import type { FindingRule } from '../finding-rule.ts'

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
