import type { FindingRule } from '../finding-rule.ts'

/** Calls came again with a stored reference although the first one was answered (D14). */
export const referenceUsedAgain: FindingRule = {
  rule: 'reference-used-again',
  level: 'warning',
  section: 'spec 8 (2), D14',
  find: ({ audit, key, limit }) =>
    audit
      .duplicated(key, limit)
      // After a lost reply, asking again under the same reference is the right thing to do.
      .filter(({ plan }) => plan.reply.fault === undefined)
      .map(({ id: transactionId, reference, duplicateCreates }) => ({
        transactionId,
        evidence: `${reference} was sent ${duplicateCreates + 1} times: its first call was answered, and a reference names one transaction for ever`,
      })),
}
