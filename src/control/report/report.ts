import { z } from 'zod'
import { flows } from '../../domain/transaction.ts'
import { reportView } from '../../report/report.ts'
import { reportText } from '../../report/text.ts'
import { wallMs } from '../../time.ts'
import { controlEndpoint } from '../endpoint.ts'

const flow = z
  .enum(flows, { error: `is not a flow; write one of ${flows.join(', ')}` })
  .optional()
  .describe('Counts the coverage of this flow. Default: of the flows that were used.')
const formats = ['json', 'text', 'junit'] as const
const format = z
  .enum(formats, { error: `is not a form of the report; write one of ${formats.join(', ')}` })
  .default('json')
  .describe('json, text for people, or junit for CI servers.')

/** How this business stands: what was expected, left unused, noticed and covered. */
export const showReport = controlEndpoint({
  route: 'GET /_sandbox/report',
  summary: 'The report: expectations, findings, coverage',
  query: z.strictObject({ format, flow }),
  answer: reportView,
  texts: { 'text/plain': 'The report for people.', 'application/xml': 'The report as JUnit XML.' },
  async handle({ key, query, reporter }) {
    const report = reporter.of(key, query.flow)
    if (query.format === 'json') return { body: report }
    if (query.format === 'text') return asFile('text/plain; charset=utf-8', reportText(report))
    const { junitText } = await import('../../report/junit.ts')
    return asFile('application/xml; charset=utf-8', junitText(report, { failOn: null, minCoverage: null }, wallMs()))
  },
})

function asFile(type: string, text: string) {
  return { body: null, file: { type, bytes: Buffer.from(text) } }
}
