import { z } from 'zod'
import { namedAnswer } from '../../contract/named.ts'
import { everyBusiness } from '../../domain/keys.ts'
import { flows } from '../../domain/transaction.ts'
import type { MoneyChecked } from '../../judge/verdict/reported.ts'
import { type BusinessReport, everyReportView, type Report, reportView } from '../../report/report.ts'
import { everyReportText, reportText } from '../../report/text.ts'
import { wallMs } from '../../time.ts'
import { controlEndpoint } from '../endpoint.ts'

const flow = z
  .enum(flows, { error: `is not a flow; write one of ${flows.join(', ')}` })
  .optional()
  .describe('Shows the situations of this flow. Default: of the flows in use.')
const formats = ['json', 'text', 'junit'] as const
const probe = z
  .stringbool({ error: 'is not true or false' })
  .default(false)
  .describe('true asks your server what each order was credited. The config file needs a `probe`.')
const format = z
  .enum(formats, { error: `is not a form of the report; write one of ${formats.join(', ')}` })
  .default('json')
  .describe('json, text for people, or junit for CI servers.')

const noDemands = { failOn: null, situations: false }

export const showReport = controlEndpoint({
  route: 'GET /_sandbox/report',
  summary: 'The report: expectations, findings, situations; with `?key=all` of every business that had a call',
  takesAll: true,
  query: z.strictObject({ format, flow, probe }),
  answer: namedAnswer(
    'ReportAnswer',
    z.union([reportView, everyReportView]).describe('The report of a business; with `?key=all` one of each.'),
  ),
  texts: { 'text/plain': 'The report for people.', 'application/xml': 'The report as JUnit XML.' },
  async handle({ key, query, reporter, checkMoney, access }) {
    const reportOf = async (one: string) => {
      const report = await reporter.of(one, query.flow)
      return withMoney(report, query.probe ? await checkMoney(one) : null)
    }
    const called = await reporter.called()
    if (key !== everyBusiness) {
      const others = called.filter((other) => other !== key)
      // A sandbox with a token is shared: its users keep their keys to themselves.
      const report = { ...(await reportOf(key)), others: access.token === null ? others : others.length }
      return shown(query.format, report, {
        text: () => reportText(report, 'GET /_sandbox/report?key=all'),
        reports: [report],
      })
    }
    const businesses: BusinessReport[] = []
    for (const one of called) businesses.push({ key: one, ...(await reportOf(one)) })
    return shown(query.format, { businesses }, { text: () => everyReportText(businesses), reports: businesses })
  },
})

interface Forms {
  readonly text: () => string
  readonly reports: readonly Report[]
}

async function shown<Body>(wanted: (typeof formats)[number], body: Body, { text, reports }: Forms) {
  if (wanted === 'json') return { body }
  if (wanted === 'text') return asFile('text/plain; charset=utf-8', text())
  const { junitText } = await import('../../report/junit.ts')
  return asFile('application/xml; charset=utf-8', junitText(reports, noDemands, wallMs()))
}

function withMoney(report: Report, money: MoneyChecked | null): Report {
  if (money === null) return report
  return { ...report, findings: [...money.findings, ...report.findings], notChecked: [...money.notChecked] }
}

function asFile(type: string, text: string) {
  return { body: null, file: { type, bytes: Buffer.from(text) } }
}
