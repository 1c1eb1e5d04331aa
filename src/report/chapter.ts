import type { Transaction } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Store } from '../store/store.ts'
import { checkExpectations } from './expectations.ts'
import type { CallsSeen, FindingRule, Reading } from './finding-rule.ts'
import { metBy } from './met.ts'
import type { Finding } from './report.ts'
import { rules } from './rules/index.ts'

interface Sources {
  readonly store: Store
  readonly scenarios: CompiledScenarios
  readonly calls: CallsSeen
}

/** A business before a reset, a restore or a prune, or now. */
export type Chapter = ReturnType<typeof chapterOf>

export function chapterOf({ store, scenarios, calls }: Sources, key: string) {
  const { forReport: reads } = store
  const { queue, defaultScenario } = store.business(key)
  const timeline = (id: string) => store.timeline(key, id)
  const reading: Reading = {
    key,
    reads,
    now: store.now(key),
    timeline,
    webhooks: reads.deliveriesOfNote(key, 10_000),
    refused: calls.refused,
    open: calls.open,
    lostReplies: lostReplies(store, key, calls),
    scenarios: scenarios.byName,
    limit: most + 1,
  }
  return {
    expectations: reads.expecting(key).flatMap((transaction) => {
      const deliveries = store.deliveries(key, { transactionId: transaction.id, limit: 1000 })
      return checkExpectations({ business: key, transaction, deliveries, timeline: timeline(transaction.id) }) ?? []
    }),
    unused: queue.map(({ use, remaining }) => ({ business: key, use, remaining })),
    findings: rules.flatMap((rule) => findingsOf(rule, reading)),
    met: metBy(reads, key, scenarios, calls),
    asked: [...queue.map(({ use }) => use), ...(defaultScenario === null ? [] : [defaultScenario])],
  }
}

/** Removes what the next chapter still contains, which is judged there. */
export function ended(chapter: Chapter, next: Chapter): Chapter {
  return {
    ...chapter,
    expectations: notIn(next.expectations, chapter.expectations),
    unused: notIn(next.unused, chapter.unused),
    findings: notIn(next.findings, chapter.findings),
  }
}

function notIn<T>(next: readonly T[], all: readonly T[]): T[] {
  const goingOn = new Set(next.map((one) => JSON.stringify(one)))
  return all.filter((one) => !goingOn.has(JSON.stringify(one)))
}

/** Create calls without a whole answer: the scenario broke it off, or the caller gave up waiting. */
function lostReplies(
  { forReport, transaction }: Store,
  key: string,
  { unanswered }: CallsSeen,
): readonly Transaction[] {
  const all = [...forReport.lostReplies(key, 10_000), ...unanswered.flatMap((id) => transaction(key, id) ?? [])]
  return [...new Map(all.map((lost) => [lost.id, lost])).values()]
}

/** Most findings of one rule that are shown. */
const most = 100

function findingsOf({ rule, level, section, find }: FindingRule, reading: Reading): readonly Finding[] {
  const all = find(reading)
  const shown = all.slice(0, most)
  if (all.length > most) shown.push({ transactionId: null, evidence: `and more like these ${most}` })
  return shown.map(({ transactionId, evidence }) => {
    return { level, rule, business: reading.key, transactionId, evidence, section }
  })
}
