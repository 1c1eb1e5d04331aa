import type { FindingRule } from '../finding-rule.ts'

/** Neither the request nor the business named an address, so no webhook was sent (spec 6, rule 1; D37). */
export const noCallbackAddress: FindingRule = {
  rule: 'no-callback-address',
  level: 'warning',
  section: 'spec 6 (1), D37',
  find: ({ audit, key, limit }) =>
    audit.unannounced(key, limit).map(({ id: transactionId, reference, status }) => ({
      transactionId,
      evidence: `${reference} became ${status} and no webhook was sent: give callbackURL in the request, or start with --callback-url`,
    })),
}
