import type { FindingRule } from '../finding-rule.ts'

/** Outcomes that no time brings. */
const endless: readonly (string | undefined)[] = ['never', 'by-hand']

/** More open transactions than a run has. */
const most = 10_000

/** A transaction without a final status when the report is made (spec 3). */
export const leftOpen: FindingRule = {
  rule: 'left-open',
  level: 'info',
  section: 'spec 3',
  find: ({ audit, key, scenarios, limit }) =>
    audit
      .open(key, most)
      // What does not end by itself cannot be waited for.
      .filter(({ plan }) => !endless.includes(scenarios.get(plan.scenario)?.outcome.kind))
      .slice(0, limit)
      .map(({ id: transactionId, reference, status, plan }) => ({
        transactionId,
        evidence: `${reference} is still ${status} (scenario ${plan.scenario}): wait, or move the time, until it is final`,
      })),
}
