import { z } from 'zod'
import { flows } from '../../domain/transaction.ts'
import type { MoneyChecked } from '../../report/money-oracle.ts'
import { type Report, reportView } from '../../report/report.ts'
import { reportText } from '../../report/text.ts'
import { wallMs } from '../../time.ts'
import { controlEndpoint } from '../endpoint.ts'

const flow = z
  .enum(flows, { error: `is not a flow; write one of ${flows.join(', ')}` })
  .optional()
  .describe('Counts the coverage of this flow. Default: of the flows that were used.')
const formats = ['json', 'text', 'junit'] as const
const probe = z
  .stringbool({ error: 'is not true or false' })
  .default(false)
  .describe('true asks your server what each order was credited. The config file needs a `probe`.')
const format = z
  .enum(formats, { error: `is not a form of the report; write one of ${formats.join(', ')}` })
  .default('json')
  .describe('json, text for people, or junit for CI servers.')

export const showReport = controlEndpoint({
  route: 'GET /_sandbox/report',
  summary: 'The report: expectations, findings, coverage',
  query: z.strictObject({ format, flow, probe }),
  answer: reportView,
  texts: { 'text/plain': 'The report for people.', 'application/xml': 'The report as JUnit XML.' },
  async handle({ key, query, reporter, checkMoney }) {
    const money = query.probe ? await checkMoney(key) : null
    const report = withMoney(reporter.of(key, query.flow), money)
    if (query.format === 'json') return { body: report }
    if (query.format === 'text') return asFile('text/plain; charset=utf-8', reportText(report))
    const { junitText } = await import('../../report/junit.ts')
    return asFile('application/xml; charset=utf-8', junitText(report, { failOn: null, minCoverage: null }, wallMs()))
  },
})

function withMoney(report: Report, money: MoneyChecked | null): Report {
  if (money === null) return report
  return { ...report, findings: [...money.findings, ...report.findings], notChecked: [...money.notChecked] }
}

function asFile(type: string, text: string) {
  return { body: null, file: { type, bytes: Buffer.from(text) } }
}
