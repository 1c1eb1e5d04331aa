import type { Delivery } from '../domain/delivery.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { ReportReads } from '../store/report-reads.ts'
import type { Store } from '../store/store.ts'
import type { CallsSeen, FindingRule, Noticed, Reading } from './finding-rule.ts'
import { type Met, metByLostReplies, metByRefusals, metByWebhooks } from './met.ts'
import type { Pausing } from './pausing.ts'
import type { Finding, Report } from './report.ts'
import { rules } from './rules/index.ts'
import { seeTransactions } from './seen-transactions.ts'

interface Sources {
  readonly store: Store
  readonly reads: ReportReads
  readonly scenarios: CompiledScenarios
  readonly callsSeen: (key: string) => CallsSeen
}

/** A business before a reset, a restore or a prune, or now. */
export interface Chapter extends Pick<Report, 'expectations' | 'unused' | 'findings'> {
  readonly met: readonly Met[]
  /** The scenarios that were asked for and wait. */
  readonly asked: readonly string[]
}

/**
 * Reads a business as it is when this begins: what comes later is left out. If it pauses, a transaction is shown as it was at
 * one moment since.
 */
export function* chapterOf({ store, reads, scenarios, callsSeen }: Sources, key: string): Pausing<Chapter> {
  const now = store.now(key)
  const { queue, defaultScenario } = store.business(key)
  const { met, expectations, ...seen } = yield* seeTransactions(store, reads, key)
  const webhooks = yield* webhooksOfNote(reads)
  // Read last: a call that came again is right if the caller had gone before the answer.
  const calls = callsSeen(key)
  const lostReplies = yield* allLostReplies(seen.lostReplies, calls, (id) => store.transaction(key, id))
  const reading: Reading = {
    ...seen,
    key,
    now,
    timeline: (id) => store.timeline(key, id),
    webhooks,
    refused: calls.refused,
    calls: calls.open,
    lostReplies,
    nextLike: reads.nextLike,
    scenarios: scenarios.byName,
  }
  const findings: Finding[] = []
  for (const rule of rules) findings.push(...(yield* findingsOf(rule, reading)))
  const queries = (id: string) => reading.timeline(id).filter((event) => event.kind === 'status_queried')
  const survived = yield* metByWebhooks(webhooks, {
    flowOf: (id) => store.transaction(key, id)?.flow ?? null,
    learntEnd: (id) => queries(id).some(({ status }) => isFinal(status)),
  })
  return {
    expectations,
    unused: queue.map(({ use, remaining }) => ({ business: key, use, remaining })),
    findings,
    met: [
      ...met,
      ...metByRefusals(reads.refusedScenarios(), scenarios.byName, calls),
      ...metByLostReplies(lostReplies, (id) => queries(id).length > 0),
      ...survived,
    ],
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

/** More than a run has. */
const mostWebhooks = 10_000

function* webhooksOfNote(reads: ReportReads): Pausing<readonly Delivery[]> {
  const webhooks: Delivery[] = []
  for (const part of reads.deliveriesOfNote()) {
    webhooks.push(...part)
    if (webhooks.length >= mostWebhooks) break
    yield
  }
  return webhooks
}

/** Create calls without a whole answer: the scenario broke it off, or the caller gave up waiting. */
function* allLostReplies(
  byFault: readonly Transaction[],
  { unanswered }: CallsSeen,
  find: (id: string) => Transaction | null,
): Pausing<readonly Transaction[]> {
  const all = new Map(byFault.map((lost) => [lost.id, lost]))
  for (const id of unanswered) {
    const lost = all.get(id) ?? find(id)
    if (lost !== null) all.set(id, lost)
    yield
  }
  return [...all.values()]
}

/** Most findings of one rule that are shown. */
const most = 100

function* findingsOf({ rule, level, section, find }: FindingRule, reading: Reading): Pausing<readonly Finding[]> {
  const shown: Noticed[] = []
  for (const noticed of find(reading)) {
    yield
    if (noticed === null) continue
    if (shown.length === most) {
      shown.push({ transactionId: null, evidence: `and more like these ${most}` })
      break
    }
    shown.push(noticed)
  }
  return shown.map(({ transactionId, reference, evidence }) => {
    const named = reference === undefined ? {} : { reference }
    return { level, rule, business: reading.key, transactionId, ...named, evidence, section }
  })
}
