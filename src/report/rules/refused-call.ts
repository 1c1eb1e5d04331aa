import type { FindingRule } from '../finding-rule.ts'

/** Calls that the service refuses whatever happens: they would fail in production just so (spec 7). */
export const refusedCall: FindingRule = {
  rule: 'refused-call',
  level: 'info',
  section: 'spec 7',
  find: ({ refused }) => {
    const counts = new Map<string, number>()
    for (const { call, status, message } of refused) {
      const what = `${call} was answered ${status}: ${message}`
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
    return [...counts].map(([what, count]) => {
      return { transactionId: null, evidence: count === 1 ? what : `${what} (${count} times)` }
    })
  },
}
