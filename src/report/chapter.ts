import type { Transaction } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Store } from '../store/store.ts'
import { type Exercised, exercisedBy } from './exercised.ts'
import { checkExpectations } from './expectations.ts'
import type { CallsSeen, FindingRule, Reading } from './finding-rule.ts'
import type { CheckedExpectations, Finding, Unused } from './report.ts'
import { rules } from './rules/index.ts'

/** How a business stood before a reset, a restore or a prune, or stands now. */
export interface Chapter {
  readonly expectations: readonly CheckedExpectations[]
  readonly unused: readonly Unused[]
  readonly findings: readonly Finding[]
  readonly exercised: Exercised
  /** Scenarios that were asked for by name: the queue and the default. */
  readonly asked: readonly string[]
}

export interface ChapterSources {
  readonly store: Store
  readonly scenarios: CompiledScenarios
  readonly calls: CallsSeen
}

export function chapterOf({ store, scenarios, calls }: ChapterSources, key: string): Chapter {
  const { audit } = store
  const { queue, defaultScenario } = store.business(key)
  const timeline = (id: string) => store.timeline(key, id)
  return {
    expectations: audit.expecting(key).flatMap((transaction) => {
      const deliveries = store.deliveries(key, { transactionId: transaction.id, limit: 1000 })
      return checkExpectations({ business: key, transaction, deliveries, timeline: timeline(transaction.id) }) ?? []
    }),
    unused: queue.map(({ use, remaining }) => ({ business: key, use, remaining })),
    findings: findingsOf({
      key,
      audit,
      now: store.now(key),
      timeline,
      refused: calls.refused,
      lostReplies: lostReplies(store, key, calls),
      scenarios: scenarios.byName,
    }),
    exercised: exercisedBy(audit, key, scenarios),
    asked: [...queue.map(({ use }) => use), ...(defaultScenario === null ? [] : [defaultScenario])],
  }
}

/** Entries that the next chapter no longer contains. The others continue there and are judged there. */
export function ended(chapter: Chapter, next: Chapter): Chapter {
  return {
    expectations: notIn(next.expectations, chapter.expectations),
    unused: notIn(next.unused, chapter.unused),
    findings: notIn(next.findings, chapter.findings),
    exercised: chapter.exercised,
    asked: chapter.asked,
  }
}

function notIn<T>(next: readonly T[], all: readonly T[]): readonly T[] {
  const goingOn = new Set(next.map((one) => JSON.stringify(one)))
  return all.filter((one) => !goingOn.has(JSON.stringify(one)))
}

/** Create calls without a whole answer: the scenario broke it off, or the caller gave up waiting. */
function lostReplies({ audit, transaction }: Store, key: string, { unanswered }: CallsSeen): readonly Transaction[] {
  const all = [...audit.lostReplies(key, 10_000), ...unanswered.flatMap((id) => transaction(key, id) ?? [])]
  return [...new Map(all.map((lost) => [lost.id, lost])).values()]
}

/** Findings of one rule that are shown; more of the same do not help. */
const most = 100

function findingsOf(reading: Omit<Reading, 'webhooks' | 'limit'>): readonly Finding[] {
  const { audit, key } = reading
  const whole: Reading = { ...reading, webhooks: audit.deliveriesOfNote(key, 10_000), limit: most + 1 }
  return rules.flatMap((rule) => ofRule(rule, whole))
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
