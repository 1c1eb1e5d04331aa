import { constants } from 'node:os'
import { parseConfig } from '../../config.ts'
import { Audit } from '../../explore/audit/audit.ts'
import { examplePlan, readPlan } from '../../explore/audit/plan.ts'
import type { Row } from '../../explore/audit/rows.ts'
import { Shop } from '../../explore/audit/shop.ts'
import { ScheduledRun } from '../../explore/scheduled-run.ts'
import { writtenProbe } from '../../oracle/ask/written-probe.ts'
import type { Report } from '../../report/report.ts'
import { startSandbox } from '../../sandbox.ts'
import { signatureHeaders } from '../../webhooks/sign.ts'
import { keyOf } from '../client/client-options.ts'
import { exitCodes, UsageError } from '../exit.ts'
import { jsonText } from '../terminal/printable.ts'
import { screenOf } from '../terminal/screen.ts'
import { type ListColumn, listOf } from '../terminal/table.ts'
import { checkReportFile, writeReport } from './exec-verdict.ts'
import { createLog } from './log.ts'
import { shopProcess } from './shop-process.ts'
import { onSignals } from './signals.ts'

export interface AuditFlags {
  readonly plan?: string
  readonly example?: boolean
  readonly port?: number
  readonly key?: string
  readonly reportFile?: readonly string[]
  readonly json?: boolean
}

export async function runAudit({
  plan: file,
  example,
  port = 4747,
  json = false,
  ...flags
}: AuditFlags): Promise<void> {
  if (example) return void process.stdout.write(json ? jsonText({ plan: examplePlan }) : examplePlan)
  if (file === undefined) throw new UsageError('audit needs --plan FILE; --example prints one to begin with')
  const key = flags.key === undefined ? 'test_sandbox' : keyOf(flags)
  for (const reportFile of flags.reportFile ?? []) await checkReportFile(reportFile)
  const plan = await readPlan(file)
  const scheduled = new ScheduledRun()
  const config = parseConfig({ data: ':memory:', port, clock: 'frozen', scenarios: [] })
  const probe = plan.probe === undefined ? null : writtenProbe(plan.probe, fetch)
  const options = { scheduled, probe, keepsChapters: true, ending: { by: 'audit' } } as const
  const running = await startSandbox(config, createLog({ quiet: true }), options)
  const shopStarter = plan.restart === undefined ? null : shopProcess(plan.restart, plan.order.post)
  const { signatureHeader: header } = running.settings(key)
  const sign = (body: string, secret = running.webhookSecret(key)) => signatureHeaders({ header, secret, body })
  const shop = new Shop(plan, fetch)
  const audit = new Audit({ plan, shop, probe, scheduled, url: running.url, key, sign, process: shopStarter })
  const rows: Row[] = []
  const show = () => {
    const { refusal } = audit
    if (!json) return printRows(rows, refusal)
    process.stdout.write(jsonText(refusal === null ? rows : rows.map((row) => ({ ...row, advice: refusal }))))
  }
  const stopListening = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (signal) => {
    // What was found so far stands.
    show()
    void shopStarter?.stop()
    process.exit(128 + constants.signals[signal])
  })
  try {
    await shopStarter?.start()
    for await (const row of audit.rows()) rows.push(row)
    show()
    const report = withRows(running.report(), rows, key)
    for (const reportFile of flags.reportFile ?? []) {
      await writeReport(reportFile, report, { failOn: 'error', situations: false })
    }
    process.exitCode = rows.some(({ verdict }) => verdict === 'FAILED') ? exitCodes.expectations : exitCodes.ok
  } finally {
    stopListening()
    await shopStarter?.stop()
    await running.close()
  }
}

/** Prints a table of the checks, and what to change for each that failed: one sentence if the signature is all of it. */
export function printRows(rows: readonly Row[], refusal: string | null): void {
  const columns: readonly ListColumn<Row>[] = [
    { title: 'check', cell: ({ check }) => check },
    { title: 'asked for by', cell: ({ askedForBy }) => askedForBy },
    { title: 'seen', cell: ({ seen }) => seen || '-' },
    { title: 'verdict', cell: ({ verdict }) => (verdict === 'FAILED' ? { text: verdict, style: 'red' } : verdict) },
  ]
  const failed = rows.filter(({ verdict }) => verdict === 'FAILED')
  const advice = refusal === null ? failed.map(({ check, advice }) => `${check}: ${advice}`) : [refusal]
  const table = listOf(rows, columns, { ...screenOf(process.stdout), columns: null })
  process.stdout.write(table + advice.map((text) => `\n${text}\n`).join(''))
}

function withRows(report: Report, rows: readonly Row[], business: string): Report {
  const failed = rows.filter(({ verdict }) => verdict === 'FAILED')
  const findings = failed.map(({ check, askedForBy, seen }) => {
    const rule = `audit ${check}`
    return { level: 'error', rule, business, transactionId: null, evidence: seen, section: askedForBy } as const
  })
  return { ...report, findings: [...findings, ...report.findings] }
}
