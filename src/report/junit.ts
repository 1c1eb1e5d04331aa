import xmlbuilder from 'xmlbuilder'
import { moneyRules } from '../judge/rules/table.ts'
import { booksLines } from './books-text.ts'
import { type Level, levels } from './finding-rule.ts'
import type { Report } from './report.ts'
import { situationText, unmetText } from './text.ts'

/** What fails a test case besides unmet expectations and unused scenarios. */
export interface Demands {
  /** Fails on findings of this level and above; null: on none. */
  readonly failOn: Level | null
  /** Fails on situations that were not met. */
  readonly situations: boolean
}

export interface Suite {
  readonly name: string
  readonly place: string
  readonly cases: readonly Case[]
}

interface Case {
  readonly classname: string
  readonly name: string
  /** Null: it passed. */
  readonly failure: string | null
  /** Lines below the failure. */
  readonly details?: readonly string[]
  /** Shown although the case passed. */
  readonly output?: string
}

/** A report; with a key if there is one for each business. */
type Judged = Report & { readonly key?: string }

/**
 * Reports as JUnit XML in the form that Ant writes and CI servers read. One suite for each part of a report, after `suites`;
 * `at` is when they were made, in milliseconds of real time.
 */
export function junitText(
  reports: readonly Judged[],
  demands: Demands,
  at: number,
  suites: readonly Suite[] = [],
): string {
  return junitOfSuites([...suites, ...reports.flatMap((report) => suitesOf(report, demands))], at)
}

/** Formats suites in the form that Ant writes. */
export function junitOfSuites(suites: readonly Suite[], at: number): string {
  const timestamp = new Date(at).toISOString().slice(0, 19)
  // What XML cannot hold, such as a control character in a reference, becomes a question mark.
  const root = xmlbuilder.create('testsuites', { encoding: 'UTF-8', invalidCharReplacement: '\u{FFFD}' })
  for (const [id, { name, place, cases }] of suites.entries()) {
    const failures = cases.filter(({ failure }) => failure !== null).length
    const suite = root.ele('testsuite', {
      name,
      package: place,
      id,
      timestamp,
      hostname: 'localhost',
      tests: cases.length,
      failures,
      errors: 0,
      time: 0,
    })
    suite.ele('properties')
    for (const { classname, name, failure, details = [] } of cases) {
      const testcase = suite.ele('testcase', { classname: `payments-sandbox.${classname}`, name, time: 0 })
      if (failure === null) continue
      testcase.ele('failure', { message: failure, type: classname }, [failure, ...details].join('\n'))
    }
    // Ant's form has no output of a single case.
    suite.ele('system-out', {}, cases.flatMap(({ output }) => output ?? []).join('\n'))
    suite.ele('system-err')
  }
  return `${root.end({ pretty: true })}\n`
}

function suitesOf(report: Judged, { failOn, situations }: Demands): readonly Suite[] {
  const place = ['payments-sandbox', report.key ?? []].flat().join('.')
  return [
    { name: 'expectations', place, cases: expectations(report) },
    { name: 'queue', place, cases: unused(report) },
    { name: 'findings', place, cases: findings(report, failOn) },
    { name: 'situations', place, cases: situationCases(report, situations) },
  ]
}

function expectations(report: Report): readonly Case[] {
  return report.expectations.map((one) => {
    const name = `${one.scenario}: ${one.reference}`
    return { classname: `expectations.${one.business}`, name, failure: one.ok ? null : unmetText(one) }
  })
}

function unused(report: Report): readonly Case[] {
  return report.unused.map(({ use, remaining, business }) => {
    const failure = `${use} was queued for ${business}, and ${remaining} more requests should have met it`
    return { classname: `queue.${business}`, name: `${use} is used`, failure }
  })
}

function findings(report: Report, failOn: Level | null): readonly Case[] {
  const gravest = failOn === null ? 0 : levels.indexOf(failOn) + 1
  return report.findings.map(({ level, rule, business, transactionId, reference, evidence, section, books }) => {
    const text = `${evidence} [${section}]`
    const name = `${level} ${rule} ${reference ?? transactionId ?? ''}`.trim()
    const fails = levels.slice(0, gravest).includes(level) || moneyRules.includes(rule)
    const details = books === undefined ? [] : booksLines(books)
    const outcome = fails ? { failure: text, details } : { failure: null, output: text }
    return { classname: `findings.${business}`, name, ...outcome }
  })
}

function situationCases({ situations, key }: Judged, areDemanded: boolean): readonly Case[] {
  const classname = ['situations', key ?? []].flat().join('.')
  return situations.map((situation) => {
    const { name, flow, met, played } = situation
    const isFailed = areDemanded && !met
    const text = `${met ? 'met' : played ? 'played, not met' : 'not met'}: ${situationText(situation)}`
    return {
      classname,
      name: flow === null ? name : `${name} of ${flow}`,
      failure: isFailed ? text : null,
      ...(isFailed ? {} : { output: text }),
    }
  })
}
