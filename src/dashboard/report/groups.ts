import { counted } from '../parts/format.ts'
import type { Tone } from '../parts/words.ts'
import { moneyTitles, ruleWords } from './rule-words.ts'
import { type Checked, mayStillBeMet, type Report } from './verdict.ts'

export interface Group {
  readonly title: string
  readonly tone: Tone | undefined
  /** The page of the documentation that explains it, without its ending. */
  readonly page: string
  readonly lines: readonly Line[]
}

export interface Line {
  readonly text: string
  readonly books?: Report['findings'][number]['books']
  /** Where the page shows more of it; null for what is no one thing. */
  readonly link: {
    readonly view: 'transactions' | 'traffic'
    readonly id: string | null
    readonly words: string
  } | null
}

/** Everything that the report found, failures first: expectations that are not met, then findings by level and rule. */
export function problemGroups({ expectations, findings }: Pick<Report, 'expectations' | 'findings'>): readonly Group[] {
  const unmet = expectations.filter((one) => !one.ok && !mayStillBeMet(one))
  return [...expectationGroups(unmet, 'not as expected', 'bad'), ...findingGroups(findings)]
}

/** Why there is no verdict about some money. */
export function uncheckedGroups(reasons: readonly string[]): readonly Group[] {
  if (reasons.length === 0) return []
  const lines = reasons.map((text) => ({ text, link: null }))
  return [{ title: 'Money not checked by the probe', tone: 'neutral', page: 'ci', lines }]
}

/** The report with what the probe found: that is asked for less often. */
export function withMoney(report: Report, asked: Report | null): Report {
  const money = asked?.findings.filter(({ rule }) => Object.hasOwn(moneyTitles, rule)) ?? []
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
      lines: [{ text: `It still waits for ${counted(remaining, 'request')}`, link: null }],
    })),
    ...expectationGroups(expectations.filter(mayStillBeMet), 'not yet as expected', 'neutral'),
    ...expectationGroups(met, 'as expected', 'good'),
  ]
}

function expectationGroups(checked: readonly Checked[], result: string, tone: Tone): readonly Group[] {
  return groupedBy(checked, ({ scenario }) => scenario).map(([scenario, all]) => ({
    title: `${scenario}: ${result}`,
    tone,
    page: 'scenarios',
    lines: all.map(({ expect, actual, transactionId, reference }) => {
      const link = { view: 'transactions', id: transactionId, words: reference } as const
      return { text: `expected ${factsText(expect)}; was ${factsText(actual)}`, link }
    }),
  }))
}

const tones = { error: 'bad', warning: 'neutral', info: undefined } as const

/** The sandbox lists the most serious findings first. */
function findingGroups(findings: Report['findings']): readonly Group[] {
  return groupedBy(findings, ({ rule }) => rule).map(([rule, all]) => ({
    ...ruleWords(rule),
    tone: all[0] && tones[all[0].level],
    lines: all.map((finding) => ({ text: finding.evidence, link: linkOf(finding), books: finding.books })),
  }))
}

function linkOf({ rule, transactionId: id }: Report['findings'][number]): Line['link'] {
  if (id !== null) return { view: 'transactions', id, words: 'the transaction' }
  return rule === 'refused-call' ? { view: 'traffic', id: null, words: 'the calls' } : null
}

/** The groups in the order of their first members. */
function groupedBy<T>(all: readonly T[], nameOf: (one: T) => string): readonly (readonly [string, readonly T[]])[] {
  const names = [...new Set(all.map(nameOf))]
  return names.map((name) => [name, all.filter((one) => nameOf(one) === name)])
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
