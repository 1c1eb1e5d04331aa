import type { CountBounds } from '../domain/expectations.ts'
import { counted } from '../text.ts'
import { booksLines } from './books-text.ts'
import { levels } from './finding-rule.ts'
import type { BusinessReport, CheckedExpectations, Report, ShownExpectations } from './report.ts'

export type Mark = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string

const shownOthers = 5
const plain: Mark = (_style, text) => text

/** The report for people. `reportOnAll` says how to ask for the reports of all businesses. */
export function reportText(report: Report, reportOnAll = '', mark: Mark = plain): string {
  const parts = [expectationLines, unusedLines, findingLines, notCheckedLines, situationLines]
  const lines = [...parts.flatMap((part) => part(report, mark)), ...otherLines(report, reportOnAll, mark)]
  return `${lines.join('\n')}\n`
}

/** The reports of several businesses, each below its key. */
export function everyReportText(reports: readonly BusinessReport[]): string {
  if (reports.length === 0) return 'no business had a call\n'
  return reports.map((report) => `${line('business', report.key, plain)}\n${reportText(report)}`).join('\n')
}

export function unmetText({ expect, actual, unmet, webhooksPending }: CheckedExpectations): string {
  const text = unmet.map((key) => `${key} should be ${wanted(key, expect)} and was ${actual[key] ?? 'none'}`).join(', ')
  const waits = webhooksPending > 0 && (unmet.includes('deliveries') || unmet.includes('ackedWithin'))
  return waits ? `${text} (${counted(webhooksPending, 'more webhook')} still to come)` : text
}

function wanted(key: keyof ShownExpectations, expect: ShownExpectations): string {
  const value = expect[key]
  if (typeof value === 'object') return boundsText(value)
  if (key === 'statusQueries') return `at least ${value}`
  return key === 'deliveries' ? String(value) : `at most ${value}`
}

function boundsText({ gte, lte }: CountBounds): string {
  const parts = [...(gte === undefined ? [] : [`at least ${gte}`]), ...(lte === undefined ? [] : [`at most ${lte}`])]
  return parts.join(' and ')
}

function expectationLines({ expectations, unjudged }: Report, mark: Mark): readonly string[] {
  const unmet = expectations.filter(({ ok }) => !ok)
  const met = expectations.length - unmet.length
  const head = expectations.length === 0 ? 'none' : `${met} of ${expectations.length} met`
  return [
    line('expectations', head, mark),
    ...unmet.map((one) => {
      const what = `${one.scenario}  ${one.reference} of ${one.business} (${one.status}): ${unmetText(one)}`
      return `  ${mark('red', 'not met')}  ${what}`
    }),
    ...unjudged.map(
      (name) => `  ${mark('yellow', 'unjudged')} ${name}: no request met it, so nothing of it was checked`,
    ),
  ]
}

function unusedLines({ unused }: Report, mark: Mark): readonly string[] {
  return [
    line('unused', unused.length === 0 ? 'none' : counted(unused.length, 'queued scenario'), mark),
    ...unused.map(({ use, remaining, business }) => {
      return `  ${mark('red', 'unused')}   ${use} waited for ${counted(remaining, 'more request')} of ${business}`
    }),
  ]
}

const levelStyles = { error: 'red', warning: 'yellow', info: 'dim' } as const

function findingLines({ findings }: Report, mark: Mark): readonly string[] {
  const counts = levels.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length
    return count === 0 ? [] : [`${count} ${level}`]
  })
  return [
    line('findings', counts.join(', ') || 'none', mark),
    ...findings.flatMap(({ level, rule, evidence, section, books }) => [
      `  ${mark(levelStyles[level], level.padEnd(7))}  ${rule}: ${evidence} ${mark('dim', `[${section}]`)}`,
      ...(books === undefined ? [] : booksLines(books).map((text) => `    ${text}`)),
    ]),
  ]
}

function notCheckedLines({ notChecked = [] }: Report, mark: Mark): readonly string[] {
  return notChecked.map((why) => `  ${mark('yellow', 'not checked')}  ${why}`)
}

function situationLines({ situations }: Report, mark: Mark): readonly string[] {
  const met = situations.filter((one) => one.met).length
  return [
    line('situations', `${met} of ${situations.length} met`, mark),
    ...situations.map((one) => {
      const word = one.met ? mark('green', 'met    ') : mark('yellow', one.played ? 'played ' : 'not met')
      return `  ${word}  ${situationText(one)}`
    }),
  ]
}

/** What a situation asks of the merchant's code, which tests and findings judge, and, if it was not met, the line of test code that brings it about. */
export function situationText({ name, flow, says, add }: Report['situations'][number]): string {
  const place = flow === null ? name : `${name} of ${flow}`
  return `${place}: asks whether your code ${says}${add === null ? '' : `; add: ${add}`}`
}

function otherLines({ others = 0 }: Report, reportOnAll: string, mark: Mark): readonly string[] {
  const [count, named] = typeof others === 'number' ? [others, []] : [others.length, others.slice(0, shownOthers)]
  if (count === 0) return []
  const more = count > named.length ? ` and ${count - named.length} more` : ''
  const who = named.length === 0 ? `${count} other ${count === 1 ? 'business' : 'businesses'}` : named.join(', ') + more
  return [line('others', `${who} had calls too: ${reportOnAll} reports on every business`, mark)]
}

function line(title: string, text: string, mark: Mark): string {
  return `${mark('bold', title.padEnd(12))} ${text}`
}
