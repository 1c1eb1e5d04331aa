import { type FindingRule, levels, type Reading } from './finding-rule.ts'
import type { Finding } from './report.ts'
import { rules } from './rules/index.ts'

/** Findings of one rule that are shown; more of the same do not help. */
const most = 100

/** Everything the rules notice about a business, the most serious first. */
export function findingsOf(reading: Omit<Reading, 'webhooks' | 'limit'>): readonly Finding[] {
  const { audit, key } = reading
  const whole: Reading = { ...reading, webhooks: audit.deliveriesOfNote(key, 10_000), limit: most + 1 }
  const found = rules.flatMap((rule) => ofRule(rule, whole))
  return levels.flatMap((level) => found.filter((finding) => finding.level === level))
}

function ofRule({ rule, level, section, find }: FindingRule, reading: Reading): Finding[] {
  const all = find(reading)
  const finding = (transactionId: string | null, evidence: string): Finding => ({
    level,
    rule,
    business: reading.key,
    transactionId,
    evidence,
    section,
  })
  const first = all.slice(0, most).map(({ transactionId, evidence }) => finding(transactionId, evidence))
  return all.length > most ? [...first, finding(null, `and more like these ${most}`)] : first
}
