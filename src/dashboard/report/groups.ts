import { groupedBy } from '../../grouped.ts'
import { counted } from '../parts/format.ts'
import type { Tone } from '../parts/words.ts'
import { isMoneyRule, type RuleWords, ruleWords } from './rule-words.ts'
import { type Checked, type Finding, mayStillBeMet, type Report } from './verdict.ts'

export interface Group extends RuleWords {
  readonly tone: Tone | undefined
  /** The rule of its findings. */
  readonly rule?: string
  readonly lines: readonly Line[]
  /** How many findings the lines are; one line each by default. */
  readonly count?: number
  /** The scenario that is not met, to play it again. */
  readonly scenario?: string
}

export interface Line {
  readonly text: string
  /** The first of its findings. */
  readonly finding?: Finding
  /** Where the page shows more of it: each transaction of one cause. */
  readonly links: readonly {
    readonly view: 'transactions' | 'traffic'
    readonly id: string | null
    readonly words: string
  }[]
}

/** Everything that the report found, failures first: expectations that are not met, then findings by level and rule. */
export function problemGroups({ expectations, findings }: Pick<Report, 'expectations' | 'findings'>): readonly Group[] {
  const unmet = expectations.filter((one) => !one.ok && !mayStillBeMet(one))
  return [...expectationGroups(unmet, 'not as expected', 'bad'), ...findingGroups(findings)]
}

/** Why there is no verdict about some money. */
export function uncheckedGroups(reasons: readonly string[]): readonly Group[] {
  if (reasons.length === 0) return []
  const lines = reasons.map((text) => ({ text, links: [] }))
  return [{ title: 'Money not checked by the probe', tone: 'neutral', page: 'ci', lines }]
}

/** The report with what the probe found: that is asked for less often. */
export function withMoney(report: Report, asked: Report | null): Report {
  const money = asked?.findings.filter(({ rule }) => isMoneyRule(rule)) ?? []
  return { ...report, findings: [...money, ...report.findings], notChecked: asked?.notChecked ?? [] }
}

/** Queued scenarios that no request used, expectations that may still be met, and met expectations. */
export function otherGroups({ unused, expectations }: Pick<Report, 'unused' | 'expectations'>): readonly Group[] {
  const met = expectations.filter(({ ok }) => ok)
  return [
    ...unused.map(({ use, remaining }) => ({
      title: `${use}: queued and not used`,
      tone: 'neutral' as const,
      page: 'scenarios',
      lines: [{ text: `It still waits for ${counted(remaining, 'request')}`, links: [] }],
    })),
    ...expectationGroups(expectations.filter(mayStillBeMet), 'not yet as expected', 'neutral'),
    ...expectationGroups(met, 'as expected', 'good'),
  ]
}

function expectationGroups(checked: readonly Checked[], result: string, tone: Tone): readonly Group[] {
  return [...groupedBy(checked, ({ scenario }) => scenario)].map(([scenario, all]) => ({
    title: `${scenario}: ${result}`,
    tone,
    page: 'scenarios',
    ...(tone !== 'good' && { scenario }),
    count: all.length,
    lines: [...groupedBy(all, ({ expect, actual }) => `expected ${factsText(expect)}; was ${factsText(actual)}`)].map(
      ([text, same]) => ({
        text,
        links: same.map(
          ({ transactionId: id, reference }) => ({ view: 'transactions', id, words: reference }) as const,
        ),
      }),
    ),
  }))
}

const tones = { error: 'bad', warning: 'neutral', info: undefined } as const

/** The sandbox lists the most serious findings first. */
function findingGroups(findings: Report['findings']): readonly Group[] {
  return [...groupedBy(findings, ({ rule }) => rule)].map(([rule, all]) => ({
    ...ruleWords(rule),
    rule,
    tone: all[0] && tones[all[0].level],
    count: all.length,
    lines: [...groupedBy(all, causeOf).values()].map((same) => ({
      text: same[0].evidence,
      links: same.flatMap(linkOf),
      finding: same[0],
    })),
  }))
}

/** What was seen, whichever transaction it was seen of: findings of one cause are one line. Books are of one transaction. */
function causeOf({ evidence, reference = '', transactionId, books }: Finding): string {
  if (reference === '' || books !== undefined) return `${transactionId} ${evidence}`
  return evidence.replaceAll(reference, '…').replaceAll(transactionId ?? reference, '…')
}

function linkOf({ rule, transactionId: id, reference = 'the transaction' }: Finding): Line['links'] {
  if (id !== null) return [{ view: 'transactions', id, words: reference }]
  return rule === 'refused-call' ? [{ view: 'traffic', id: null, words: 'the calls' }] : []
}

const factWords: Readonly<Record<string, string>> = {
  deliveries: 'webhooks that arrived',
  statusQueries: 'status queries',
  duplicateCreates: 'repeated create calls',
  ackedWithin: 'slowest answer',
}

/** Such as `webhooks that arrived: at least 2, status queries: 1`. */
function factsText(facts: object): string {
  return Object.entries(facts)
    .map(([name, value]) => `${factWords[name] ?? name}: ${valueText(value)}`)
    .join(', ')
}

function valueText(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value !== 'object') return String(value)
  const words: Readonly<Record<string, string>> = { gte: 'at least', lte: 'at most' }
  return Object.entries(value)
    .map(([bound, count]) => `${words[bound] ?? bound} ${String(count)}`)
    .join(' and ')
}
